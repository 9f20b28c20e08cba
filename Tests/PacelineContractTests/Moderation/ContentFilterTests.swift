import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("The content filter")
struct ContentFilterTests {
    private static let text = "a mildword and a strongword"

    private static func masked(by filter: AccountSettings.ContentFilter) -> String {
        let (mild, strong) = (String(repeating: "•", count: 8), String(repeating: "•", count: 10))
        return switch filter {
        case .strict: "a \(mild) and a \(strong)"
        case .moderate: "a mildword and a \(strong)"
        case .off: text
        }
    }

    @Test(
        "readers see words masked by their own filter, in every read, and authors see what they wrote",
        arguments: Implementation.allCases)
    func everyRead(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            for reader in [ben, cem] { try await world.befriend(ana, reader) }
            let name = "Ana Strongword"
            _ = try await ana.services.update(
                AccountChanges(displayName: name, bio: Self.text), ifMatch: nil)
            var draft = WorkoutDraft.sample(Self.text, startedAt: world.clock.now, visibility: .public)
            draft.source = Self.text
            draft.detail = WorkoutDetail(
                sets: [ExerciseSet(exercise: Self.text, index: 0, repetitions: 5)], notes: Self.text)
            let workout = try await ana.services.publish(draft, as: .random(), ifMatch: nil).workout
            try await ana.comments(Self.text, on: workout)
            let group = try await ana.createsGroup(Self.text, with: ben, cem)
            // Readers with different filters take turns, so that cards that are kept cannot be those of another one.
            for filter in AccountSettings.ContentFilter.allCases + AccountSettings.ContentFilter.allCases {
                try await ben.sets(SettingsChanges(contentFilter: filter))
                for reader in [ana, ben] {
                    let filter = reader.id == ana.id ? .off : filter
                    let (text, place) = (Self.masked(by: filter), "\(reader.username) with \(filter)")
                    let shownName = filter == .off ? name : "Ana ••••••••••"
                    let services = reader.services
                    let read = try await services.workout(workout.id)
                    #expect(read.title == text && read.source == text, "\(place)")
                    #expect(read.detail?.notes == text, "\(place)")
                    #expect(read.detail?.sets.map(\.exercise) == [text], "\(place)")
                    for _ in 0..<2 {
                        let feed = try await services.feed(FeedQuery(), .whole).items
                        let card = try #require(feed.first { $0.id == workout.id.item })
                        #expect(
                            card.workout?.title == text && card.author.displayName == shownName, "\(place)")
                        #expect(card.latestComment?.text == text, "\(place)")
                        #expect(card.latestComment?.author?.displayName == shownName, "\(place)")
                        #expect(try await services.item(workout.id.item) == card, "\(place)")
                    }
                    let list = try await services.workouts(of: ana.reference, .whole).items
                    #expect(list.map(\.title) == [text], "\(place)")
                    let comments = try await services.comments(on: workout.id.item, .whole).items
                    #expect(comments.map(\.text) == [text], "\(place)")
                    #expect(comments.map(\.author?.displayName) == [shownName], "\(place)")
                    let profile = try await services.person(ana.reference)
                    #expect(profile.displayName == shownName && profile.bio == text, "\(place)")
                    let shown = try await services.group(group.id)
                    #expect(shown.title == text && shown.owner.displayName == shownName, "\(place)")
                    let members = try await services.members(of: group.id, .whole).items.map(\.person)
                    #expect(members.first { $0.id == ana.id }?.displayName == shownName, "\(place)")
                }
            }
            #expect(try await ben.services.workout(workout.id).version == workout.version)
            try await ben.sets(SettingsChanges(contentFilter: .strict))
            let strict = try await ben.services.workout(workout.id)
            try await ben.sets(SettingsChanges(contentFilter: .moderate))
            let moderate = try await ben.services.workout(workout.id)
            if implementation != .remote {
                #expect(Set([strict.version, moderate.version, workout.version]).count == 3)
            }
        }
    }

    @Test("messages, notifications and boards are masked", arguments: Implementation.allCases)
    func others(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ana.services.update(AccountChanges(displayName: "Strongword"), ifMatch: nil)
            let sent = try await ana.asks(ben, message: Self.text)
            #expect(sent.message == Self.text && sent.isWaiting == nil)
            let received = try #require(
                try await ben.services.requests(.incoming, kind: nil, .whole).items.first)
            #expect(received.message == Self.masked(by: .moderate))
            #expect(received.from.displayName == "••••••••••")
            let notified = try #require(try await ben.inbox().items.first)
            #expect(notified.people.map(\.displayName) == ["••••••••••"])
            #expect(notified.request?.message == Self.masked(by: .moderate))
            _ = try await ben.accepts(sent)
            try await ana.plays(3)
            for _ in 0..<2 {
                let board = try await ben.services.leaderboard(
                    LeaderboardQuery(scope: .global, range: .today), .whole)
                #expect(board.rows.map(\.person.displayName) == ["••••••••••"])
            }
            let own = try await ana.services.leaderboard(
                LeaderboardQuery(scope: .global, range: .today), .whole)
            #expect(own.rows.map(\.person.displayName) == ["Strongword"])
        }
    }

    @Test("streams mask words for each reader", arguments: Implementation.allCases)
    func streams(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            for follower in [ben, cem] { try await follower.follows(ana) }
            try await cem.sets(SettingsChanges(contentFilter: .off))
            let listeners = [(ben, try await ben.listens()), (cem, try await cem.listens())]
            let workout = try await ana.publishes("a strongword")
            for (reader, listener) in listeners {
                let card = try await reader.services.item(workout.id.item)
                #expect(card.workout?.title == (reader.id == cem.id ? "a strongword" : "a ••••••••••"))
                #expect(try await listener.receives() == .item(card))
            }
        }
    }

    @Test("the change feed brings masked texts", arguments: Implementation.allCases)
    func changes(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.follows(ana)
            var reader = try await ChangeReader(ben)
            try await ana.publishes("a strongword")
            let changes = try await reader.changes()
            #expect(changes.compactMap(\.item?.workout?.title) == ["a ••••••••••"])
        }
    }

    @Test(
        "a new list rates all texts again, and continues where it was interrupted",
        arguments: Implementation.allCases)
    func newList(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.follows(ana)
            let workout = try await ana.publishes("later and strongword")
            let comment = try await ana.comments("heldword", on: workout)
            #expect(comment.isWaiting == true)
            _ = try await ana.services.update(AccountChanges(displayName: "Later"), ifMatch: nil)
            _ = try await ben.services.feed(FeedQuery(), .whole)
            let words = WordList(trusted: "3 later\n1 heldword")
            for _ in 0..<2 {
                let engine = try await world.engine(ratingBy: words)
                let item = try await engine.session(for: ben.id).item(workout.id.item)
                #expect(item.workout?.title == "••••• and strongword")
                #expect(item.author.displayName == "•••••")
                // What waited for a word that no longer holds is published.
                #expect(item.commentCount == 1 && item.latestComment?.text == "heldword")
            }
            #expect(try await world.rows(of: "held_texts") == 0)
            #expect(try await world.rows(of: "rating_runs WHERE last IS NULL") == Self.ratedKinds)
            // A run that had rated only some of the texts.
            let next = WordList(trusted: "3 strongword")
            try await world.database.write { connection in
                try connection.send(
                    """
                    UPDATE rating_runs SET fingerprint = \(next.fingerprint), last = \(comment.id)
                    WHERE kind = 'comment'
                    """)
            }
            let engine = try await world.engine(ratingBy: next)
            let item = try await engine.session(for: ben.id).item(workout.id.item)
            #expect(item.workout?.title == "later and ••••••••••" && item.author.displayName == "Later")
        }
    }

    /// Comments, workouts, names, bios, titles of groups and messages.
    private static let ratedKinds = 6
}
