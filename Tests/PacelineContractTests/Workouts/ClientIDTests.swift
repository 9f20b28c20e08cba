import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Ids chosen by clients")
struct ClientIDTests {
    @Test(
        "a workout under an id that another person's item has or had gets another id, and has both",
        arguments: Implementation.withHybrid)
    func used(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            for (number, id) in try await Self.idsUsed(by: ana).enumerated() {
                let draft = WorkoutDraft.sample(
                    "ben's \(number)", startedAt: TestClock.start.addingTimeInterval(Double(-number)))
                await expectError(.workoutNotFound) {
                    try await ben.services.publish(draft, as: id, ifMatch: Version(number: 1))
                }
                let published = try await ben.services.publish(draft, as: id, ifMatch: nil)
                let workout = published.workout
                #expect(published.status == .created && workout.owner == ben.id)
                #expect(workout.id != id && workout.clientID == id)
                for either in [id, workout.id] {
                    #expect(try await ben.services.workout(either) == workout)
                    #expect(try await ben.services.item(either.item).id == workout.id.item)
                    let again = try await ben.services.publish(draft, as: either, ifMatch: workout.version)
                    #expect(again.status == .unchanged && again.workout == workout)
                }
                await expectError(.workoutNotFound) { try await ana.services.workout(workout.id) }
            }
            let own = try await ben.services.workouts(of: .me, .whole).items
            #expect(own.map(\.title) == (0..<4).map { "ben's \($0)" })
            #expect(own.allSatisfy { $0.clientID != nil && $0.clientID != $0.id })
            #expect(try await ana.workoutTitles(of: ana) == ["private", "open"])
        }
    }

    /// The ids of an open and a private workout, of a deleted one and of a score.
    private static func idsUsed(by ana: Member) async throws -> [Workout.ID] {
        let open = try await ana.publishes("open", .public)
        let closed = try await ana.publishes("private", .private)
        let deleted = try await ana.publishes("deleted", .public)
        try await ana.services.deleteWorkout(deleted.id)
        return [open.id, closed.id, deleted.id, Workout.ID(try await ana.plays(4).id.uuid)]
    }

    @Test(
        "photo, comments, kudos and deletion take the id that the owner's client chose",
        arguments: Implementation.withHybrid)
    func requests(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let theirs = try await ana.publishes("ana's", .private)
            let own = try await ben.publishes("ben's", as: theirs.id)
            let chosen = theirs.id
            try await ben.services.setPhoto(Pictures.plain, of: chosen)
            #expect(
                try await ben.services.photo(of: chosen).bytes == ben.services.photo(of: own.id).bytes)
            let shown = try await ben.services.workout(chosen)
            #expect(shown.detail?.photoURL?.contains(own.id.description) == true)
            let comment = try await ben.services.comment(CommentDraft(text: "Mine"), on: chosen.item)
            #expect(comment.item == own.id.item)
            let reply = CommentDraft(text: "Again", parent: comment.id)
            #expect(try await ben.services.comment(reply, on: chosen.item).parent == comment.id)
            #expect(
                try await ben.services.comments(on: chosen.item, .whole).items.map(\.text).sorted()
                    == ["Again", "Mine"])
            try await ana.givesKudos(to: own)
            #expect(try await ben.services.kudos(of: chosen.item, .whole).items.map(\.person.id) == [ana.id])
            #expect(try await ben.services.withdrawKudos(from: chosen.item).count == 1)
            try await ben.services.removePhoto(of: chosen)
            await expectError(.photoNotFound) { try await ben.services.photo(of: own.id) }

            try await ben.services.deleteWorkout(chosen)
            for gone in [chosen, own.id] {
                await expectError(.workoutNotFound) { try await ben.services.workout(gone) }
            }
            #expect(try await ana.services.workout(theirs.id) == theirs)
            let anew = try await ben.publishes("ben's", as: chosen)
            #expect(anew.clientID == chosen && ![chosen, own.id].contains(anew.id))
        }
    }

    @Test("the owner's own workout comes before another person's", arguments: Implementation.withHybrid)
    func ownFirst(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let theirs = try await ana.publishes("ana's", .public)
            #expect(try await ben.services.workout(theirs.id).title == "ana's")
            await expectError(.notAllowed) { try await ben.services.deleteWorkout(theirs.id) }
            try await ben.publishes("ben's", as: theirs.id)
            #expect(try await ben.services.workout(theirs.id).title == "ben's")
            for other in [ana, cem] { #expect(try await other.services.workout(theirs.id).title == "ana's") }
            try await ben.services.deleteWorkout(theirs.id)
            #expect(try await ben.services.workout(theirs.id).title == "ana's")
        }
    }

    @Test(
        "only the owner learns the id that their client chose, also by the change feed",
        arguments: Implementation.withHybrid)
    func learning(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            let theirs = try await ana.publishes("ana's", .private)
            var (anas, bens) = (try await ChangeReader(ana), try await ChangeReader(ben))
            let own = try await ben.publishes("ben's", as: theirs.id)
            let (read, heard) = (try await anas.changes(), try await bens.changes())
            #expect(heard.compactMap(\.item?.workout).map(\.clientID) == [theirs.id])
            let seen = [
                try await ana.services.workout(own.id),
                try #require(try await ana.services.workouts(of: ben.reference, .whole).items.first),
                try #require(read.compactMap(\.item?.workout).first),
                try #require(try await ana.services.item(own.id.item).workout),
            ]
            #expect(seen.map(\.id) == Array(repeating: own.id, count: 4))
            #expect(seen.map(\.clientID) == [nil, nil, nil, nil])
        }
    }

    @Test(
        "a batch returns the id of each workout, and replaces those with a former id",
        arguments: Implementation.withHybrid)
    func batches(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let theirs = try await ana.publishes("ana's", .private)
            let old = try await ben.publishes("old")
            let (new, free) = (Workout.ID.random(), Workout.ID.random())
            let drafts = [
                IdentifiedDraft(id: theirs.id, draft: .sample("used")),
                IdentifiedDraft(id: new, formerID: old.id, draft: .sample("new", visibility: .public)),
                IdentifiedDraft(id: free, formerID: theirs.id, draft: .sample("free")),
            ]
            let results = try await ben.services.publish(drafts)
            #expect(results.map(\.status) == [.created, .updated, .updated])
            #expect(results.map { $0.clientID ?? $0.id } == drafts.map(\.id))
            #expect(results.map(\.id)[1...] == [old.id, results[0].id])
            #expect(try await ben.services.publish(drafts).map(\.status) == [.updated, .unchanged, .updated])
            for either in [old.id, new] {
                #expect(try await ben.services.workout(either).title == "new")
            }
            // A former id works only for the viewer's own workouts.
            let foreign = IdentifiedDraft(id: .random(), formerID: old.id, draft: .sample("mine"))
            #expect(try await ana.services.publish([foreign]).map(\.status) == [.created])
            #expect(try await ben.services.workout(old.id).title == "new")
        }
    }

    @Test("a workout has at most ten ids besides its own", .world, arguments: Implementation.withHybrid)
    func limit(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let first = try await ana.publishes("row")
        let aliases = (0..<11).map { _ in
            IdentifiedDraft(id: .random(), formerID: first.id, draft: .sample("row"))
        }
        let results = try await ana.services.publish(aliases)
        #expect(
            results.map(\.error?.code) == [SocialError.Code?](repeating: nil, count: 10) + [.limitReached])
        #expect(try await world.rows(of: "client_ids") == 10)
        for alias in aliases.prefix(10) {
            #expect(try await ana.services.workout(alias.id).id == first.id)
        }
        await expectError(.workoutNotFound) { try await ana.services.workout(aliases[10].id) }
    }

    @Test("of the items that a person deletes within a day, 1,000 ids are kept from others")
    func reservedLimit() async throws {
        try await Implementation.engineInMemory.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            var deleted: [Workout.ID] = []
            for number in 0..<3 {
                deleted.append(try await ana.publishes("\(number)").id)
                if number == 0 { try await ana.services.deleteWorkout(deleted[0]) }
            }
            try await world.database.write { connection in
                try connection.send("UPDATE counted_uses SET uses = 999 WHERE name = 'spentIDs'")
            }
            for id in deleted.dropFirst() { try await ana.services.deleteWorkout(id) }
            #expect(try await world.rows(of: "spent_ids") == 2)
            var ids: [Workout.ID] = []
            for id in deleted { ids.append(try await ben.publishes("ben's", as: id).id) }
            #expect(ids[0] != deleted[0] && ids[1] != deleted[1] && ids[2] == deleted[2])
            let later = try await ana.publishes("later")
            world.clock.advance(days: 1)
            try await ana.services.deleteWorkout(later.id)
            #expect(try await world.rows(of: "spent_ids") == 3)
        }
    }

    @Test(
        "two people who publish under the same id at once both succeed", arguments: Implementation.withHybrid)
    func atOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let id = Workout.ID.random()
            let results = await concurrently(
                [ana, ben, ana, ben].map { member in
                    { try await member.services.publish(.sample(member.username), as: id, ifMatch: nil) }
                })
            let published = try results.map { try $0.get() }
            #expect(published.filter { $0.status == .created }.count == 2)
            #expect(published.allSatisfy { ($0.workout.clientID ?? $0.workout.id) == id })
            for member in [ana, ben] {
                #expect(try await member.services.workout(id).title == member.username)
                #expect(try await member.workoutTitles(of: member) == [member.username])
            }
        }
    }

    @Test("the import key never changes, and each person has their own", arguments: Implementation.withHybrid)
    func importKey(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let key = try await ana.services.me().importKey
            #expect(key.count == 22)
            _ = try await ana.services.setUsername("ana_new")
            #expect(try await ana.services.me().importKey == key)
            #expect(try await ben.services.me().importKey != key)
        }
    }
}
