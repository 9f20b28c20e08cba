import Paceline
import PacelineAPI

extension Outbox {
    /// Applies the results of commands. Applying a result again changes nothing.
    package mutating func receive(_ results: [CommandResult]) throws(SocialError) {
        for result in results.sorted(by: { $0.number < $1.number }) {
            guard let command = commands.first(where: { $0.number == result.number }) else { continue }
            guard result.isFinal else {
                if result.status == 500 { update(command.position) { $0.failures += 1 } }
                break
            }
            acknowledged = max(acknowledged, result.number)
            if result.status < 300 {
                try succeed(command, result)
            } else if command.kind.isReached(by: result.status, result.problem?.code) {
                update(command.position) { $0.state = .answered(result.number) }
            } else if result.problem?.code == .commandSkipped, !command.isGivenUp {
                // The server has not run it, so that it keeps its place, and can be sent under another number.
                update(command.position) {
                    ($0.state, $0.serialAtSending, $0.sentAt) = (.waiting, nil, nil)
                }
            } else {
                let error = result.problem ?? SocialError(.internalError, "The server refused this.")
                refuse([command], .refused, error)
            }
        }
    }

    private mutating func succeed(_ command: Command, _ result: CommandResult) throws(SocialError) {
        update(command.position) { $0.state = .answered(result.number) }
        let body = try result.bodyValue
        for (sent, published) in command.renamed(in: body) {
            try rename(sent, to: published, inAnswered: command.position)
        }
        for (request, error) in command.rejected(in: body) {
            lastPosition += 1
            changes.refusals.append(
                Refusal(
                    position: lastPosition, request: request, lane: command.lane,
                    origin: try command.origin(ofPart: request), reason: .refused, error: error))
            if case .publishWorkouts = command.scope.effect {
                refuseDependents(of: Set(try CommandScope(request).creates))
            }
        }
    }

    /// Makes commands that were never sent use the id that the server chose, and the answered one, so that the view
    /// shows what it made once.
    private mutating func rename(
        _ sent: String, to published: String, inAnswered position: Int64
    ) throws(SocialError) {
        for command in commands where command.isWaiting || command.position == position {
            let scope = command.scope
            guard (scope.targets + scope.requires).contains(where: { $0.id == sent }) else { continue }
            let renamed = command.request.renaming(sent, to: published)
            let renamedScope = try CommandScope(renamed)
            update(command.position) {
                $0.request = renamed
                $0.scope = renamedScope
            }
            if let renamedCommand = self[command.position] { recordLast(renamedCommand) }
        }
    }

    /// Moves commands to the refusals, together with those that require a thing that they would have created.
    mutating func refuse(_ refused: [Command], _ reason: Refusal.Reason, _ error: SocialError) {
        changes.refusals += refused.map { Refusal($0, reason, error) }
        remove(Set(refused.map(\.position)))
        refuseDependents(of: Set(refused.flatMap(\.scope.creates)))
    }

    private mutating func refuseDependents(of targets: Set<CommandTarget>) {
        var lost = targets
        var dependents: [Command] = []
        // One pass suffices: a command comes after the one that creates what it requires. Removals stay, since the
        // server may have the thing: an earlier version of it, or from an answer that was lost.
        for command in commands where command.isWaiting && !command.kind.isRemoval {
            guard !lost.isDisjoint(with: command.scope.requires + command.scope.targets) else { continue }
            lost.formUnion(command.scope.creates)
            dependents.append(command)
        }
        changes.refusals += dependents.map { Refusal($0, .dependent, .targetRefused) }
        remove(Set(dependents.map(\.position)))
    }

    /// Removes the answered commands. Call it when the truth contains their effects.
    package mutating func removeAnswered() {
        remove(Set(commands.filter(\.isAnswered).map(\.position)))
    }

    /// Restarts the numbers for a new device id, because another copy of this store uses the old one. Commands that
    /// were sent become refusals of unknown outcome. All others are sent under the new id.
    package mutating func renewDevice() {
        refuse(commands.filter { $0.number != nil }, .outcomeUnknown, .outcomeUnknown)
        (lastNumber, acknowledged) = (0, 0)
    }

    /// Whether a command that was first sent before an instant still has no result.
    /// - Parameter instant: in milliseconds since 1970.
    func hasUnanswered(sentBefore instant: Int64) -> Bool {
        commands.contains { $0.number != nil && $0.sentAt ?? .max < instant }
    }

    /// How long a server keeps the receipts of commands, in milliseconds.
    package static let receiptLifetime: Int64 = 90 * 86_400_000
}

extension Command {
    /// The things that the server made under another id than the one that was sent, since that one is or was in use.
    fileprivate func renamed(in body: JSONValue?) -> [(sent: String, published: String)] {
        if case .publishWorkouts = scope.effect {
            guard case .array(let results)? = body?["results"] else { return [] }
            return results.compactMap { result in
                guard let sent = result["clientId"]?.text.flatMap(Workout.ID.init),
                    let published = result["id"]?.text.flatMap(Workout.ID.init)
                else { return nil }
                return (sent.description, published.description)
            }
        }
        guard let sent = scope.creates.first?.id, let published = createdID(in: body), published != sent
        else { return [] }
        return [(sent, published)]
    }

    /// The id of the one thing that it made; nil for kinds that make none.
    private func createdID(in body: JSONValue?) -> String? {
        switch kind {
        case .publishWorkout: body?["workout"]?["id"]?.text.flatMap(Workout.ID.init)?.description
        case .addComment: body?["id"]?.text.flatMap(Comment.ID.init)?.description
        case .sendRequest: body?["id"]?.text.flatMap(ConnectionRequest.ID.init)?.description
        default: nil
        }
    }

    /// The rejected rows of a batch, each as a request of its own.
    fileprivate func rejected(in body: JSONValue?) -> [(request: QueuedRequest, error: SocialError)] {
        guard case .array(let results)? = body?["results"] else { return [] }
        let rejections = results.compactMap { result in result["error"].map { (result, SocialError($0)) } }
        switch scope.effect {
        case .publishWorkouts:
            return rejections.compactMap { result, error in
                guard let id = result["id"]?.text, let draft = draft("workouts", where: "id", is: id) else {
                    return nil
                }
                return (QueuedRequest(.put, "/v1/workouts/\(id)", body: draft), error)
            }
        case .publishScores(let day, _):
            return rejections.compactMap { result, error in
                guard let game = result["game"]?.text, let draft = draft("scores", where: "game", is: game)
                else { return nil }
                return (QueuedRequest(.put, "/v1/scores/\(game)/\(day)", body: draft), error)
            }
        default:
            // One refusal for the whole share text: sending its accepted scores again changes nothing.
            return kind == .importScores ? rejections.prefix(1).map { (request, $1) } : []
        }
    }

    /// A draft of a batch, without the fields that are in the path of its own request.
    private func draft(_ list: String, where name: String, is value: String) -> JSONValue? {
        guard case .array(let drafts)? = request.body?[list],
            case .object(var fields)? = drafts.first(where: { $0[name]?.text == value })
        else { return nil }
        for name in ["id", "formerId", "game"] { fields[name] = nil }
        return .object(fields)
    }
}

extension SocialError {
    /// The error of one row of a batch.
    fileprivate init(_ problem: JSONValue) {
        self.init(
            Code(rawValue: problem["code"]?.text ?? Code.internalError.rawValue),
            problem["message"]?.text ?? "", field: problem["field"]?.text)
    }

    fileprivate static let targetRefused = SocialError(
        .notFound, "This was not sent, because the workout or comment that it belongs to was not published.")
    fileprivate static let outcomeUnknown = SocialError(
        .timeout, "This may or may not have been sent. Check before you try again.")
}
