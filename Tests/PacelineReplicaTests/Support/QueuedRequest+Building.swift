import Foundation
import Paceline
import PacelineAPI

@testable import PacelineReplica

/// The requests that tests queue, made like an app's.
extension QueuedRequest {
    static func kudos(_ item: FeedItem.ID, isGiven: Bool = true) throws -> Self {
        isGiven
            ? try Self(API.giveKudos, ItemPath(item), KudosDraft())
            : try Self(API.withdrawKudos, ItemPath(item), EmptyBody())
    }

    static func heart(_ comment: Comment.ID, isGiven: Bool = true) throws -> Self {
        isGiven
            ? try Self(API.giveHeart, CommentPath(comment), EmptyBody())
            : try Self(API.withdrawHeart, CommentPath(comment), EmptyBody())
    }

    static func comment(
        _ text: String, as id: Comment.ID, on item: FeedItem.ID, replyingTo parent: Comment.ID? = nil
    ) throws -> Self {
        try Self(
            API.addComment, ItemPath(item), CommentDraft(text: text, parent: parent),
            adding: ["id": .string(id.description)])
    }

    static func edit(_ comment: Comment.ID, _ text: String) throws -> Self {
        try Self(API.editComment, CommentPath(comment), CommentEdit(text: text))
    }

    static func delete(_ comment: Comment.ID) throws -> Self {
        try Self(API.deleteComment, CommentPath(comment), EmptyBody())
    }

    static func publish(_ draft: WorkoutDraft, as id: Workout.ID) throws -> Self {
        try Self(API.publishWorkout, WorkoutPath(id), draft)
    }

    static func delete(_ workout: Workout.ID) throws -> Self {
        try Self(API.deleteWorkout, WorkoutPath(workout), EmptyBody())
    }

    static func publish(_ draft: ScoreDraft, in game: Game.ID, on day: Day) throws -> Self {
        try Self(API.publishScore, ScorePath(game, day), draft)
    }

    static func batch(_ drafts: [IdentifiedDraft]) throws -> Self {
        try Self(API.publishBatch, NoParameters(), WorkoutBatch(workouts: drafts))
    }

    static func follow(_ person: Person.ID) throws -> Self {
        try Self(API.follow, PersonPath(.id(person)), FollowBody())
    }

    static func unfollow(_ person: Person.ID) throws -> Self {
        try Self(API.unfollow, PersonPath(.id(person)), EmptyBody())
    }

    static func block(_ person: Person.ID, isBlocked: Bool = true) throws -> Self {
        try Self(isBlocked ? API.block : API.unblock, PersonPath(.id(person)), EmptyBody())
    }

    static func mute(_ person: Person.ID, isMuted: Bool = true) throws -> Self {
        try Self(isMuted ? API.mute : API.unmute, PersonPath(.id(person)), EmptyBody())
    }

    static func account(_ changes: AccountChanges) throws -> Self {
        try Self(API.updateMe, NoParameters(), changes)
    }

    static func settings(_ changes: SettingsChanges) throws -> Self {
        try Self(API.updateSettings, NoParameters(), changes)
    }
}

extension WorkoutDraft {
    static func rowing(_ title: String = "2000m", visibility: ItemVisibility = .friends) -> Self {
        WorkoutDraft(
            type: .rowing, title: title, startedAt: Date(timeIntervalSince1970: 1_780_000_000),
            duration: 600, visibility: visibility)
    }
}

extension Identifier {
    /// The id with this number, the same in every run.
    static func numbered(_ number: Int) -> Self {
        var bytes = UUID(uuidString: "00000000-0000-7000-8000-000000000000")!.uuid
        bytes.14 = UInt8(truncatingIfNeeded: number >> 8)
        bytes.15 = UInt8(truncatingIfNeeded: number)
        return Self(UUID(uuid: bytes))
    }
}

extension Outbox {
    /// Adds a command as an app would at this time.
    @discardableResult
    mutating func add(_ request: QueuedRequest, lane: Command.Lane = .interactive) throws -> Command {
        try append(request, lane: lane, madeAt: 1_780_000_000_000)
    }

    /// Numbers a batch as the sync does.
    mutating func send(limit: Int = SyncRequest.commandLimit, serial: Int64 = 0) throws -> [Command] {
        try numberBatch(limit: limit, serial: serial, now: 1_780_000_000_000)
    }

    /// Receives a success for each command that was sent.
    mutating func answerAll() throws {
        try receive(commands.compactMap(\.number).map { CommandResult(number: $0, status: 200) })
    }
}

extension CommandResult {
    init(number: Int, status: Int, json: JSONValue) throws {
        self.init(
            number: number, status: status, body: JSONText(String(decoding: try json.text(), as: UTF8.self)))
    }
}
