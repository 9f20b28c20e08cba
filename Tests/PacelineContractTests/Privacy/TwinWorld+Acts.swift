import Foundation
import Paceline
import PacelineEngine

// The random actions, and those that are secret.

extension TwinWorld {
    mutating func act(_ step: Step) async throws {
        guard !step.isSecret else {
            if happens { try await performSecretly(step) }
            return
        }
        let (actor, target) = (session(step.actor), PersonReference.id(people[step.target]))
        let item = items[step.number % items.count]
        switch step.act {
        case .publish:
            let visibilities: [ItemVisibility] = [.private, .friends, .followers, .public]
            let draft = WorkoutDraft.sample(
                "Workout \(step.number)", startedAt: beginning(of: step),
                visibility: visibilities[step.number % 4])
            items.append(
                try await made(by: step) {
                    try await actor.publish(draft, as: Workout.ID(step.id), ifMatch: nil).workout.id.item
                })
        case .play:
            let draft = ScoreDraft(
                score: step.number % 6 + 1, isCompleted: true,
                visibility: ScoreVisibility.allCases[step.number % ScoreVisibility.allCases.count])
            items.append(
                try await made(by: step) {
                    try await actor.publish(draft, in: step.game, on: try day(2026_03_01)).score.id
                })
        case .unplay:
            try await attempt(step) { try await actor.deleteScore(in: step.game, on: try day(2026_03_01)) }
        case .comment:
            let draft = CommentDraft(text: "Comment \(step.number) for @vera")
            let id = try await made(by: step) { try await actor.comment(draft, on: item).id }
            comments.append(Written(id: id, item: item, author: step.actor))
        case .answer:
            let parent = comments[step.number % comments.count]
            let id = try await made(by: step) { try await Self.answer(parent, step, as: actor) }
            comments.append(Written(id: id, item: parent.item, author: step.actor))
        case .deleteComment:
            let comment = comments[step.number % comments.count].id
            try await attempt(step) { try await actor.deleteComment(comment) }
        case .createGroup:
            groups.append(
                try await made(by: step) { try await actor.createGroup(title: "Group \(step.number)").id })
        case .giveKudos:
            try await attempt(step) { _ = try await actor.giveKudos(to: item, big: false) }
        case .withdrawKudos:
            try await attempt(step) { _ = try await actor.withdrawKudos(from: item) }
        case .heart:
            let comment = comments[step.number % comments.count].id
            try await attempt(step) { _ = try await actor.giveHeart(to: comment) }
        case .follow:
            try await attempt(step) { _ = try await actor.follow(target, notifications: nil) }
        case .ask:
            let recipient: RequestDraft.Recipient =
                step.number.isMultiple(of: 2) ? .person(target) : .code(friendCodes[step.target])
            let draft = RequestDraft(kind: .friend, to: recipient, message: "Hello")
            try await attempt(step) { _ = try await actor.request(draft) }
        case .accept:
            let sender = people[step.target]
            try await attempt(step) {
                let waiting = try await actor.requests(.incoming, kind: nil, .whole).items
                guard let found = waiting.first(where: { $0.from.id == sender }) else { return }
                _ = try await actor.accept(found.id)
            }
        case .join:
            // Vera would notice that Sam leaves her group.
            let number = secret == .laterBlock && step.actor == Self.sam ? 0 : step.number % codes.count
            let code = codes[number]
            try await attempt(step) { _ = try await actor.joinGroup(code: code) }
        case .setAvatar: try await attempt(step) { _ = try await actor.setAvatar(Pictures.plain) }
        case .describe:
            let changes = AccountChanges(bio: "Bio \(step.number)")
            try await attempt(step) { _ = try await actor.update(changes, ifMatch: nil) }
        }
    }

    /// When a workout begins that is published now. Some overlap.
    private func beginning(of step: Step) -> Date {
        clock.now.addingTimeInterval(-Double(3_600 + step.number % 40 * 240))
    }

    /// Answers a comment. To Vera, an answer to Sam's comment stands by itself, as it does where there is no Sam.
    private static func answer(
        _ parent: Written, _ step: Step, as actor: Session
    ) async throws -> Paceline.Comment.ID {
        let text = "Answer \(step.number) for @vera"
        do {
            return try await actor.comment(CommentDraft(text: text, parent: parent.id), on: parent.item).id
        } catch let error as SocialError where error.code == .commentNotFound && parent.author == sam {
            return try await actor.comment(CommentDraft(text: text), on: parent.item).id
        }
    }

    /// Runs a random action, which may fail.
    private func attempt(_ step: Step, _ body: () async throws -> Void) async throws {
        // Sam's answer would end the request that he declines in one of the worlds.
        let mayAnswer = secret == .declining && step.actor == Self.sam && step.target == Self.vera
        guard step.actor != Self.sam || samExists && !mayAnswer, !mayBefriend(step) else { return }
        do {
            try await body()
        } catch is SocialError {}
    }

    /// Runs a random action that makes something.
    /// - Returns: its id, or one that nothing has if the action failed.
    private func made<Subject>(
        by step: Step, _ body: () async throws -> Identifier<Subject>
    ) async throws -> Identifier<Subject> {
        guard step.actor != Self.sam || samExists else { return Identifier(step.id) }
        do {
            return try await body()
        } catch is SocialError {
            return Identifier(step.id)
        }
    }

    /// Whether the action may make friends of Sam and Vera, who would then see what she must not. She may follow him.
    private func mayBefriend(_ step: Step) -> Bool {
        guard secret == .friendsItems, Set([step.actor, step.target]) == [Self.sam, Self.vera] else {
            return false
        }
        return switch step.act {
        case .ask, .accept: true
        case .follow: step.actor == Self.sam
        default: false
        }
    }

    /// Acts secretly, unless Sam is too young for it.
    private func performSecretly(_ step: Step) async throws {
        do { try await actSecretly(step) } catch is SocialError {}
    }

    private func actSecretly(_ step: Step) async throws {
        let sam = session(Self.sam)
        switch secret {
        case .block, .laterBlock, .heldComment: break
        case .account:
            let changes = AccountChanges(
                email: "sam\(step.number)@example.com", fullName: "Sam \(step.number)")
            _ = try await sam.update(changes, ifMatch: nil)
        case .mute: try await sam.mute(.id(people[Self.vera]))
        case .role:
            let roles: [StaffRole?] = [.moderator, .administrator, nil]
            try await engine.setRole(
                of: TwinScene.names[Self.sam], to: roles[step.number % roles.count],
                leavingNoAdministrator: true)
        case .declining:
            // He may have declined the one or the other before.
            do { try await sam.removeInvitation(of: .me, to: groups[1]) } catch is SocialError {}
            try await sam.decline(request)
        case .privateItems: try await publishSecretly(step, .private, as: sam)
        case .friendsItems: try await publishSecretly(step, .friends, as: sam)
        }
    }

    private func publishSecretly(
        _ step: Step, _ visibility: ItemVisibility, as sam: Session
    ) async throws {
        let id = Workout.ID(step.id)
        let draft = WorkoutDraft.sample(
            "Secret \(step.number)", startedAt: beginning(of: step), visibility: visibility)
        _ = try await sam.publish(draft, as: id, ifMatch: nil)
        let score = ScoreDraft(score: 20, isCompleted: true, visibility: .private)
        let published = try await sam.publish(score, in: .mini, on: try day(2026_03_01)).score
        for item in [id.item, published.id] {
            _ = try await sam.comment(CommentDraft(text: "Secret for @vera"), on: item)
            _ = try await sam.giveKudos(to: item, big: true)
        }
        switch step.number % 4 {
        case 0: try await sam.deleteWorkout(id)
        case 1: try await sam.setPhoto(Pictures.withPlace, of: id)
        case 2: _ = try await sam.publish(draft, as: id, ifMatch: nil)
        default: try await sam.deleteScore(in: .mini, on: try day(2026_03_01))
        }
    }
}
