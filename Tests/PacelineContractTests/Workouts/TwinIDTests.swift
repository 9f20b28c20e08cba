import Foundation
import Paceline
import PacelineTestSupport
import Testing

/// Two members do the same. Another account has or had the ids that the client of one of them chooses.
@Suite("Ids chosen by clients of two accounts")
struct TwinIDTests {
    @Test(
        "that another account has or had the same ids changes nothing but the ids",
        arguments: Implementation.allCases)
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
                let used = (kept + deleted).map(\.id)
                var twin = Twin(member: ben, ids: used, random: SeededRandom(seed: seed))
                var alone = Twin(
                    member: cem, ids: used.map { _ in .random() }, random: SeededRandom(seed: seed))
                let (observed, expected) = (try await twin.observations(), try await alone.observations())
                #expect(observed == expected, "seed \(seed)")
                for workout in kept { #expect(try await ana.services.workout(workout.id) == workout) }
            }
        }
    }
}

/// A member who acts at random under a few ids of their client's choice.
private struct Twin {
    let member: Member
    let ids: [Workout.ID]
    var random: SeededRandom
    /// The last known versions of the workouts, by the position of their ids.
    private var versions: [Int: Version] = [:]
    /// The positions of the ids of items.
    private var positions: [FeedItem.ID: Int] = [:]

    init(member: Member, ids: [Workout.ID], random: SeededRandom) {
        self.member = member
        self.ids = ids
        self.random = random
    }

    /// What the member observes, without ids and instants.
    mutating func observations() async throws -> [String] {
        var app = try await ChangeReader(member)
        var observed: [String] = []
        for _ in 0..<60 {
            let (act, position) = (
                Act.allCases.randomElement(using: &random)!, Int.random(in: 0...3, using: &random)
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
        case publish, publishAgain, replace, publishBatch, read, readItem, delete, addPhoto, removePhoto,
            readPhoto,
            comment, readComments, giveKudos, withdrawKudos, readKudos
    }

    private mutating func observe(_ act: Act, _ position: Int) async throws -> String {
        let (services, id) = (member.services, ids[position])
        switch act {
        case .publish, .publishAgain:
            return try await publish(position, ifMatch: nil)
        case .replace: return try await publish(position, ifMatch: versions[position] ?? Version(number: 1))
        case .publishBatch:
            let drafts = [position, (position + 1) % ids.count].map { position in
                IdentifiedDraft(id: ids[position], draft: draft(position))
            }
            let results = try await services.publish(drafts)
            for result in results { learn(result.id, as: result.clientID ?? result.id) }
            return results.map { "\(place(of: $0.id.item)) \($0.status)" }.joined(separator: ", ")
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
        case .comment, .readComments, .giveKudos, .withdrawKudos, .readKudos:
            return try await react(act, to: id.item)
        }
    }

    private func react(_ act: Act, to item: FeedItem.ID) async throws -> String {
        let services = member.services
        switch act {
        case .comment: return place(of: try await services.comment(CommentDraft(text: "Mine"), on: item).item)
        case .readComments: return "\(try await services.comments(on: item, .whole).items.map(\.text))"
        case .giveKudos: return "\(try await services.giveKudos(to: item, big: false))"
        case .withdrawKudos: return "\(try await services.withdrawKudos(from: item))"
        default: return "\(try await services.kudos(of: item, .whole).items.count) kudos"
        }
    }

    private mutating func publish(_ position: Int, ifMatch version: Version?) async throws -> String {
        let published = try await member.services.publish(
            draft(position), as: ids[position], ifMatch: version)
        versions[position] = published.workout.version
        learn(published.workout.id, as: published.workout.clientID ?? published.workout.id)
        return "\(published.status) \(describe(published.workout))"
    }

    private mutating func draft(_ position: Int) -> WorkoutDraft {
        .sample(
            "\(Int.random(in: 1...3, using: &random)) km",
            startedAt: TestClock.start.addingTimeInterval(Double(-60 * position)), visibility: .friends)
    }

    private mutating func learn(_ id: Workout.ID, as chosen: Workout.ID) {
        positions[id.item] = ids.firstIndex(of: chosen)
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
