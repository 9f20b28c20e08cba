import Foundation
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

/// Two members do the same. Another account has or had the ids that the client of one of them chooses.
@Suite("Ids chosen by clients of two accounts")
struct TwinIDTests {
    @Test(
        "that another account has or had the same ids changes nothing but the ids",
        arguments: Implementation.withHybrid)
    func twins(_ implementation: Implementation) async throws {
        for seed in 1...Repetitions.count(2 as UInt64, deep: 60) {
            try await implementation.run { world in
                let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
                let kept = [
                    try await ana.publishes("kept", .private), try await ana.publishes("kept", .private),
                ]
                let deleted = [
                    try await ana.publishes("deleted", .public), try await ana.publishes("deleted", .private),
                ]
                for workout in deleted { try await ana.services.deleteWorkout(workout.id) }
                let score = try await ana.plays(4, .private)
                let deletedScore = try await ana.plays(5, on: 2026_02_28, .public)
                try await ana.services.deleteScore(in: .wordle, on: deletedScore.day)
                let shown = try await ana.services.item(score.id).score
                let used = (kept + deleted).map(\.id) + [score, deletedScore].map { Workout.ID($0.id.uuid) }
                let hidden = [used[0].item, used[1].item, score.id]
                var twin = Twin(
                    member: ben, session: world.engine.session(for: ben.id), ids: used,
                    owner: ana, hidden: hidden, random: SeededRandom(seed: seed))
                var alone = Twin(
                    member: cem, session: world.engine.session(for: cem.id),
                    ids: used.map { _ in .random() }, owner: ana, hidden: hidden,
                    random: SeededRandom(seed: seed))
                let (observed, expected) = (try await twin.observations(), try await alone.observations())
                #expect(observed == expected, "seed \(seed)")
                for workout in kept { #expect(try await ana.services.workout(workout.id) == workout) }
                #expect(try await ana.services.item(score.id).score == shown)
            }
        }
    }
}

/// A member who acts at random under a few ids of their client's choice.
private struct Twin {
    let member: Member
    /// For what only the web app offers.
    let session: Session
    let ids: [Workout.ID]
    /// The person who has or had the ids of one of the twins.
    let owner: Member
    /// The items of the owner that no one else sees.
    let hidden: [FeedItem.ID]
    var random: SeededRandom
    /// The last known versions of the workouts, by the position of their ids.
    private var versions: [Int: Version] = [:]
    /// The positions of the ids of items, each of the one that the client used last.
    private var positions: [FeedItem.ID: Int] = [:]

    init(
        member: Member, session: Session, ids: [Workout.ID], owner: Member, hidden: [FeedItem.ID],
        random: SeededRandom
    ) {
        self.member = member
        self.session = session
        self.ids = ids
        self.owner = owner
        self.hidden = hidden
        self.random = random
    }

    /// What the member observes, without ids and instants.
    mutating func observations() async throws -> [String] {
        var app = try await ChangeReader(member)
        var observed: [String] = []
        for _ in 0..<100 {
            let (act, position) = (
                Act.allCases.randomElement(using: &random)!, ids.indices.randomElement(using: &random)!
            )
            member.clock.tick()
            do {
                observed.append("\(act) \(position): \(try await observe(act, position))")
            } catch let error as SocialError {
                observed.append("\(act) \(position): \(error.code.rawValue)")
            }
        }
        observed += try await member.services.workouts(of: .me, .whole).items.map { describe($0) }
        observed += try await app.changes().compactMap(\.item?.workout).map { describe($0) }.sorted()
        observed += try await member.services.feed(FeedQuery(), .whole).items.map { describe($0) }
        return observed
    }

    private enum Act: CaseIterable {
        case publish, publishAgain, replace, publishBatch, publishFormer, read, readItem, delete, addPhoto,
            removePhoto, readPhoto,
            comment, readComments, giveKudos, withdrawKudos, readKudos, readCandidates, watch
    }

    private mutating func observe(_ act: Act, _ position: Int) async throws -> String {
        let (services, id) = (member.services, ids[position])
        switch act {
        case .publish, .publishAgain:
            return try await publish(position, ifMatch: nil)
        case .replace: return try await publish(position, ifMatch: versions[position] ?? Version(number: 1))
        case .publishBatch, .publishFormer:
            return try await publishBatch(
                [position, (position + 1) % ids.count], replacingFormer: act == .publishFormer)
        case .read: return describe(try await services.workout(id))
        case .readItem: return describe(try await services.item(id.item))
        case .delete:
            try await services.deleteWorkout(id)
            return "deleted"
        case .addPhoto:
            try await services.setPhoto(Pictures.plain, of: id)
            return "added"
        case .removePhoto:
            try await services.removePhoto(of: id)
            return "removed"
        case .readPhoto: return "\(try await services.photo(of: id).bytes.count) bytes"
        case .comment, .readComments, .giveKudos, .withdrawKudos, .readKudos, .readCandidates:
            return try await react(act, to: id.item)
        case .watch: return "\(try await watch(id.item))"
        }
    }

    /// What a stream that watches all ids delivers while the owner comments on their items, and the twin on their own.
    private func watch(_ item: FeedItem.ID) async throws -> [String] {
        let listener = try await member.listens(watching: ids.map(\.item))
        for item in hidden {
            _ = try await owner.services.comment(CommentDraft(text: "Theirs"), on: item)
        }
        if positions.values.contains(where: { ids[$0].item == item }) {
            do {
                _ = try await member.services.comment(CommentDraft(text: "Heard"), on: item)
            } catch let error as SocialError where error.code == .itemNotFound {
                // The twin has deleted it.
            }
        }
        return try await member.receives(on: listener)
    }

    private func react(_ act: Act, to item: FeedItem.ID) async throws -> String {
        let services = member.services
        switch act {
        case .comment: return place(of: try await services.comment(CommentDraft(text: "Mine"), on: item).item)
        case .readComments: return "\(try await services.comments(on: item, .whole).items.map(\.text))"
        case .giveKudos: return "\(try await services.giveKudos(to: item, big: false))"
        case .withdrawKudos: return "\(try await services.withdrawKudos(from: item))"
        case .readCandidates:
            // The twins have different names, so each would find the other by another letter.
            return "\(try await session.mentionCandidates("a", on: item, limit: 6).map(\.username))"
        default: return "\(try await services.kudos(of: item, .whole).items.count) kudos"
        }
    }

    private mutating func publish(_ position: Int, ifMatch version: Version?) async throws -> String {
        let published = try await member.services.publish(
            draft(position), as: ids[position], ifMatch: version)
        versions[position] = published.workout.version
        positions[published.workout.id.item] = position
        return "\(published.status) \(describe(published.workout))"
    }

    /// - Parameter replacingFormer: whether the client had other ids for the workouts before.
    private mutating func publishBatch(_ chosen: [Int], replacingFormer: Bool) async throws -> String {
        let drafts = chosen.map { position in
            IdentifiedDraft(
                id: ids[position], formerID: replacingFormer ? ids[(position + 2) % ids.count] : nil,
                draft: draft(position))
        }
        let results = try await member.services.publish(drafts)
        for (result, position) in zip(results, chosen) { positions[result.id.item] = position }
        return results.map { "\(place(of: $0.id.item)) \($0.status)" }.joined(separator: ", ")
    }

    private mutating func draft(_ position: Int) -> WorkoutDraft {
        .sample(
            "\(Int.random(in: 1...3, using: &random)) km",
            startedAt: TestClock.start.addingTimeInterval(Double(-60 * position)), visibility: .friends)
    }

    private func place(of item: FeedItem.ID) -> String { positions[item].map(String.init) ?? "unknown" }

    private func describe(_ workout: Workout) -> String {
        let hasPhoto = workout.detail?.photoURL != nil
        return "\(place(of: workout.id.item)) \(workout.title) \(workout.owner == member.id) \(hasPhoto)"
    }

    private func describe(_ item: FeedItem) -> String {
        "\(item.workout.map { describe($0) } ?? "none") \(item.kudosCount) \(item.hasKudos) \(item.commentCount)"
    }
}
