import Paceline

/// Random actions of a few people, including rejected ones.
struct RandomActions {
    let people: [Member]
    private var random: SeededRandom
    private var workouts: [Workout] = []
    private var comments: [Comment] = []
    private var requests: [ConnectionRequest] = []
    private var groups: [(id: LeaderboardGroup.ID, code: String)] = []

    init(of people: [Member], seed: UInt64) {
        self.people = people
        random = SeededRandom(seed: seed)
    }

    /// An action, with the person who acted and the one they may have acted on.
    struct Action {
        let actor: Member
        let other: Member
        let name: String
    }

    /// Performs a random action; a rejected one has no effect.
    mutating func next() async throws -> Action {
        let actor = people.randomElement(using: &random)!
        let other = people.filter { $0.id != actor.id }.randomElement(using: &random)!
        let name = Self.names.randomElement(using: &random)!
        actor.clock.tick()
        do {
            try await act(name, actor, other)
        } catch is SocialError {
            // Some random actions are not allowed.
        }
        return Action(actor: actor, other: other, name: name)
    }

    private static let names = [
        "publish", "publish", "publish", "republish", "republish", "delete", "play", "play", "unplay",
        "cheer", "cheer", "uncheer", "comment", "comment", "answer", "edit", "uncomment", "heart", "unheart",
        "follow", "follow", "unfollow", "remove", "ask", "ask follow", "accept", "accept", "decline",
        "cancel", "unfriend", "block", "unblock", "unblock", "mute", "unmute", "rename", "settings", "open",
        "close", "found", "join", "join", "leave", "retitle", "activate", "share", "give", "expel",
    ]

    private mutating func act(_ name: String, _ actor: Member, _ other: Member) async throws {
        switch name {
        case "publish", "republish", "delete", "play", "unplay": try await publishing(name, actor)
        case "cheer", "uncheer", "comment", "answer", "edit", "uncomment", "heart", "unheart":
            try await reacting(name, actor)
        case "found", "join", "leave", "retitle", "activate", "share", "give", "expel":
            try await grouping(name, actor, other)
        case "ask", "ask follow", "accept", "decline", "cancel": try await asking(name, actor, other)
        case "rename", "settings", "open", "close": try await changing(name, actor)
        default: try await relating(name, actor, other)
        }
    }

    private mutating func publishing(_ name: String, _ actor: Member) async throws {
        let visibility = ItemVisibility.allCases.randomElement(using: &random)
        let mine = workouts.filter { $0.owner == actor.id }.randomElement(using: &random)
        let number = 2026_02_20 + Int.random(in: 0...5, using: &random)
        switch name {
        case "publish":
            workouts.append(
                try await actor.publishes("\(Int.random(in: 1...99, using: &random))km", visibility))
        case "republish":
            guard let mine else { return }
            try await actor.publishes("\(Int.random(in: 1...99, using: &random))km", visibility, as: mine.id)
        case "delete": if let mine { try await actor.services.deleteWorkout(mine.id) }
        case "play":
            let guesses = Int.random(in: 1...6, using: &random)
            try await actor.plays(
                guesses, on: number, ScoreVisibility.allCases.randomElement(using: &random))
        default: try await actor.services.deleteScore(in: .wordle, on: try day(number))
        }
    }

    private mutating func reacting(_ name: String, _ actor: Member) async throws {
        guard let workout = workouts.randomElement(using: &random) else { return }
        let comment = comments.randomElement(using: &random)
        let text = "Well done \(Int.random(in: 1...99, using: &random))"
        switch name {
        case "cheer": try await actor.givesKudos(to: workout, big: Bool.random(using: &random))
        case "uncheer": _ = try await actor.services.withdrawKudos(from: workout.id.item)
        case "comment": comments.append(try await actor.comments(text, on: workout))
        default:
            guard let comment else { return }
            try await answering(name, actor, comment, text)
        }
    }

    private mutating func answering(
        _ name: String, _ actor: Member, _ comment: Comment, _ text: String
    ) async throws {
        switch name {
        case "answer":
            let draft = CommentDraft(text: text, parent: comment.id)
            comments.append(try await actor.services.comment(draft, on: comment.item))
        case "edit": _ = try await actor.services.edit(comment.id, text: text, ifMatch: nil)
        case "uncomment": try await actor.services.deleteComment(comment.id)
        case "heart": _ = try await actor.services.giveHeart(to: comment.id)
        default: _ = try await actor.services.withdrawHeart(from: comment.id)
        }
    }

    private mutating func asking(_ name: String, _ actor: Member, _ other: Member) async throws {
        let request = requests.randomElement(using: &random)
        switch name {
        case "ask": requests.append(try await actor.asks(other))
        case "ask follow": requests.append(try await actor.asks(other, kind: .follow))
        case "accept": if let request { try await receiver(of: request).accepts(request) }
        case "decline": if let request { try await receiver(of: request).declines(request) }
        default:
            guard let request, let sender = people.first(where: { $0.id == request.from.id }) else { return }
            try await sender.services.cancel(request.id)
        }
    }

    private func receiver(of request: ConnectionRequest) -> Member {
        people.first { $0.id == request.to.id } ?? people[0]
    }

    private func relating(_ name: String, _ actor: Member, _ other: Member) async throws {
        switch name {
        case "follow": try await actor.follows(other)
        case "unfollow": try await actor.services.unfollow(other.reference)
        case "remove": try await actor.services.removeFollower(other.reference)
        case "unfriend": try await actor.services.unfriend(other.reference)
        case "block": try await actor.blocks(other)
        case "unblock": try await actor.services.unblock(other.reference)
        case "mute": try await actor.mutes(other)
        default: try await actor.services.unmute(other.reference)
        }
    }

    private mutating func changing(_ name: String, _ actor: Member) async throws {
        let number = Int.random(in: 1...99, using: &random)
        switch name {
        case "rename":
            _ = try await actor.services.update(AccountChanges(displayName: "Name \(number)"), ifMatch: nil)
        case "settings":
            try await actor.sets(
                SettingsChanges(
                    pushNotifications: number.isMultiple(of: 2),
                    showWorkoutDetails: !number.isMultiple(of: 3)))
        case "open": try await actor.chooses(.public)
        default: try await actor.chooses(.friends)
        }
    }

    private mutating func grouping(_ name: String, _ actor: Member, _ other: Member) async throws {
        let title = "Crew \(Int.random(in: 1...99, using: &random))"
        if name == "found" {
            let group = try await actor.createsGroup(title)
            groups.append((group.id, try await actor.code(of: group)))
        }
        guard let group = groups.randomElement(using: &random) else { return }
        switch name {
        case "join": try await actor.joins(group.code)
        case "leave": try await actor.services.removeMember(.me, from: group.id)
        case "retitle": _ = try await actor.services.renameGroup(group.id, title: title)
        case "activate": try await actor.services.setActiveGroup(group.id)
        case "share":
            let isSharing = try await actor.services.group(group.id).isSharing
            _ = try await actor.services.setSharing(!isSharing, with: group.id)
        case "give": _ = try await actor.services.transferGroup(group.id, to: other.reference)
        case "expel": try await actor.services.removeMember(other.reference, from: group.id)
        default: break
        }
    }
}
