import Foundation
import Paceline
import PacelineAPI

/// Random commands of three members, in turns, which name no id that a server chooses.
struct CommandPlan: Sendable {
    static let names = ["ana", "ben", "cem"]

    /// Commands of one member.
    struct Turn: Sendable {
        let person: Int
        let commands: [SyncCommand]
    }

    private(set) var turns: [Turn] = []
    private let workouts: [[Workout.ID]]
    private let comments: [Comment.ID]
    private let requests: [ConnectionRequest.ID]
    private var random: SeededRandom

    init(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        workouts = (0..<3).map { _ in (0..<3).map { _ in Workout.ID(Self.id(&random)) } }
        comments = (0..<6).map { _ in Comment.ID(Self.id(&random)) }
        requests = (0..<4).map { _ in ConnectionRequest.ID(Self.id(&random)) }
        self.random = random
        for _ in 0..<25 {
            let person = Int.random(in: 0..<3, using: &self.random)
            let count = Int.random(in: 1...6, using: &self.random)
            turns.append(
                Turn(person: person, commands: try (0..<count).map { _ in try command(of: person) }))
        }
    }

    /// A random (version 4) UUID.
    private static func id(_ random: inout SeededRandom) -> UUID {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    private mutating func command(of person: Int) throws -> SyncCommand {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4: try publishing(person)
        case 4..<8: try reacting()
        case 8..<11: try relating(person)
        default: try changing()
        }
    }

    private mutating func publishing(_ person: Int) throws -> SyncCommand {
        let index = Int.random(in: 0..<3, using: &random)
        let path = WorkoutPath(workouts[person][index])
        let title = "\(Int.random(in: 1...99, using: &random))km"
        let score = ScorePath(.wordle, try day(2026_02_20 + index))
        return switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            try Self.command(
                API.publishWorkout, path,
                .sample(
                    title, startedAt: TestClock.start.addingTimeInterval(Double(-86_400 * (index + 1))),
                    duration: 600, visibility: .public))
        case 2: try Self.command(API.editWorkout, path, WorkoutChanges(title: title))
        case 3: try Self.command(API.deleteWorkout, path, EmptyBody())
        case 4:
            try Self.command(
                API.publishScore, score,
                ScoreDraft(
                    score: Int.random(in: 1...6, using: &random), isCompleted: true, visibility: .public,
                    ifAbsent: Bool.random(using: &random)))
        default: try Self.command(API.deleteScore, score, EmptyBody())
        }
    }

    private mutating func reacting() throws -> SyncCommand {
        let item = ItemPath(
            workouts.randomElement(using: &random)![Int.random(in: 0..<3, using: &random)].item)
        let comment = comments.randomElement(using: &random)!
        let text = "comment \(Int.random(in: 1...99, using: &random))"
        return switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: try Self.command(API.giveKudos, item, KudosDraft(big: Bool.random(using: &random)))
        case 2: try Self.command(API.withdrawKudos, item, EmptyBody())
        case 3, 4: try Self.command(API.addComment, item, CommentDraft(text: text, id: comment))
        case 5: try Self.command(API.editComment, CommentPath(comment), CommentEdit(text: text))
        case 6: try Self.command(API.deleteComment, CommentPath(comment), EmptyBody())
        default: try Self.command(API.giveHeart, CommentPath(comment), EmptyBody())
        }
    }

    private mutating func relating(_ person: Int) throws -> SyncCommand {
        let other = PersonReference.username(
            Self.names[(person + Int.random(in: 1...2, using: &random)) % Self.names.count])
        let (path, request) = (PersonPath(other), requests.randomElement(using: &random)!)
        return switch Int.random(in: 0..<10, using: &random) {
        case 0: try Self.command(API.follow, path, FollowBody())
        case 1: try Self.command(API.unfollow, path, EmptyBody())
        case 2, 3:
            try Self.command(
                API.sendRequest, NoParameters(), RequestBody(RequestDraft(to: .person(other), id: request)))
        case 4, 5: try Self.command(API.acceptRequest, RequestPath(request), EmptyBody())
        case 6: try Self.command(API.cancelRequest, RequestPath(request), EmptyBody())
        case 7: try Self.command(API.unfriend, path, EmptyBody())
        case 8: try Self.command(API.mute, path, EmptyBody())
        default:
            Bool.random(using: &random)
                ? try Self.command(API.block, path, EmptyBody())
                : try Self.command(API.unblock, path, EmptyBody())
        }
    }

    private mutating func changing() throws -> SyncCommand {
        let number = Int.random(in: 1...99, using: &random)
        return Bool.random(using: &random)
            ? try Self.command(API.updateMe, NoParameters(), AccountChanges(bio: "Bio \(number)"))
            : try Self.command(
                API.updateSettings, NoParameters(),
                SettingsChanges(followApproval: number.isMultiple(of: 2)))
    }

    private static func command<Path, Body, Output>(
        _ endpoint: Endpoint<Path, NoParameters, Body, Output>, _ path: Path, _ body: Body
    ) throws -> SyncCommand {
        try SyncCommand(number: 1, endpoint, path, NoParameters(), body)
    }
}

extension CommandPlan {
    /// What each member sees, without ids and times.
    func state(seenBy members: [Member]) async throws -> [String] {
        var lines: [String] = []
        for member in members {
            let account = try await member.services.me()
            lines.append("\(member.username): \(account.bio ?? "") \(account.settings.followApproval)")
            for other in members {
                lines += try await state(of: other, seenBy: member).sorted()
            }
        }
        return lines
    }

    private func state(of other: Member, seenBy member: Member) async throws -> [String] {
        do {
            var lines = ["\(other.username) \(try await member.relationship(to: other)?.rawValue ?? "-")"]
            for workout in try await member.services.workouts(of: other.reference, .whole).items {
                let item = try await member.services.item(workout.id.item)
                lines.append("\(workout.title) \(workout.xpEarned) \(item.kudosCount) \(item.hasKudos)")
                for comment in try await member.services.comments(on: item.id, .whole).items {
                    lines.append("\(workout.title): \(comment.text) \(comment.heartCount)")
                }
            }
            for score in try await member.services.scores(of: other.reference, from: nil, to: nil, .whole)
                .items
            {
                lines.append("\(score.day) \(score.metric)")
            }
            return lines
        } catch let error as SocialError {
            return ["\(other.username) \(error.code.rawValue)"]
        }
    }
}
