import Paceline
import PacelineAPI

extension Outbox {
    /// Collapses a new command and the last one on the same target into one, if that one was never sent, and no barrier
    /// is between them.
    /// - Returns: the collapsed command; nil if the new one must be appended.
    mutating func collapse(_ new: Command) throws(SocialError) -> Command? {
        guard new.scope.targets.count == 1, let target = new.scope.targets.first,
            let index = lastIndex(on: target), commands[index].scope.targets.contains(target)
        else { return nil }
        let old = commands[index]
        guard old.isWaiting, old.lane == new.lane, old.origin == nil, new.origin == nil,
            old.scope.targets.count == 1, mayCollapse(new, intoCommandAt: index),
            let request = old.collapsing(new)
        else { return nil }
        guard request != old.request else { return old }
        let collapsed = try Command(
            position: old.position, lane: old.lane, madeAt: new.madeAt, request: request)
        commands[index] = collapsed
        recordLast(collapsed)
        changes.positions.insert(old.position)
        return collapsed
    }

    private func mayCollapse(_ new: Command, intoCommandAt index: Int) -> Bool {
        let later = commands[(index + 1)...]
        // A collapsed barrier gets the place of the earlier one, so it must not overtake any command.
        if new.kind.isBarrier { return later.isEmpty }
        guard !later.contains(where: \.kind.isBarrier) else { return false }
        // A comment on a workout was queued while the workout existed: the deletion must stay behind it.
        let creates = Set(commands[index].scope.creates)
        return !new.kind.isRemoval || !later.contains { !creates.isDisjoint(with: $0.scope.requires) }
    }
}

extension Command {
    /// The request that has the effect of this command and then of the new one on the same target.
    /// - Returns: nil if both must be sent.
    fileprivate func collapsing(_ new: Command) -> QueuedRequest? {
        switch (kind, new.kind) {
        case (.giveKudos, .giveKudos), (.giveKudos, .withdrawKudos), (.withdrawKudos, .giveKudos),
            (.withdrawKudos, .withdrawKudos),
            (.giveHeart, .giveHeart), (.giveHeart, .withdrawHeart), (.withdrawHeart, .giveHeart),
            (.withdrawHeart, .withdrawHeart),
            (.publishScore, .deleteScore), (.editComment, .editComment), (.editComment, .deleteComment),
            (.addComment, .deleteComment), (.publishWorkout, .deleteWorkout), (.editWorkout, .deleteWorkout),
            (.setActiveGroup, .setActiveGroup):
            new.request
        case (.publishScore, .publishScore), (.publishWorkout, .publishWorkout):
            request.body.flatMap { new.request.publishing(after: $0) }
        case (.addComment, .editComment):
            QueuedRequest(
                request.method, request.path,
                body: request.body?.adding(["text": new.request.body?["text"] ?? .null]))
        case (.updateMe, .updateMe), (.updateSettings, .updateSettings),
            (.updateNotificationSettings, .updateNotificationSettings):
            QueuedRequest(request.method, request.path, body: request.body?.merging(new.request.body))
        case (.readNotifications, .readNotifications):
            // A request has a single time, so requests that list notifications stay apart.
            request.body?["ids"] == nil && new.request.body?["ids"] == nil ? new.request : nil
        default: nil
        }
    }
}

extension QueuedRequest {
    /// A publication that has the effect of an earlier draft and then of this one.
    /// - Returns: nil if both must be sent, since this one may keep more of the earlier one than its audience.
    fileprivate func publishing(after earlier: JSONValue) -> QueuedRequest? {
        guard let body, body["ifAbsent"] != true, earlier["grid"] == nil || body["grid"] != nil else {
            return nil
        }
        guard body["visibility"] == nil, let visibility = earlier["visibility"] else { return self }
        return QueuedRequest(method, path, body: body.adding(["visibility": visibility]))
    }
}

extension JSONValue {
    /// Both patches in one: the fields of the later one win.
    fileprivate func merging(_ later: JSONValue?) -> JSONValue {
        guard case .object(let fields)? = later else { return self }
        return adding(fields)
    }
}
