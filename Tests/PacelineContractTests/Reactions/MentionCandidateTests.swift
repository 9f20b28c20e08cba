import Paceline
import PacelineEngine
import Testing

@Suite("Names offered for a mention")
struct MentionCandidateTests {
    @Test(
        "people in the thread come first, then friends, then others", .world,
        arguments: Implementation.withHybrid(needsServer: "whom a comment may mention"))
    func order(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        for username in ["maa", "mab", "mac"] { _ = try await world.person(username) }
        let (friend, writer) = (try await world.person("mia"), try await world.person("mona"))
        let hidden = try await world.person("mxx", displayName: "Zoe")
        try await world.befriend(ana, friend)
        try await world.befriend(ana, hidden)
        _ = try await hidden.chooses(.private)
        let workout = try await ana.publishes()
        try await writer.comments("Strong", on: workout)
        let session = try await Engine(database: world.database).session(for: ana.id)
        let offered = { (text: String, limit: Int) async throws -> [String] in
            try await session.mentionCandidates(text, on: workout.id.item, limit: limit).map(\.username)
        }
        #expect(try await offered("m", 4) == ["mona", "mia", "mxx", "maa"])
        #expect(try await offered("MON", 6) == ["mona"])
        #expect(try await offered("ana", 6) == [])
        // A hidden profile is found by its username only.
        #expect(try await offered("zo", 6) == [])
    }

    @Test(
        "blocked people are not offered, and a hidden item offers no one", .world,
        arguments: Implementation.withHybrid(needsServer: "whom a comment may mention"))
    func hidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = (try await world.person("ana"), try await world.person("ben"))
        let workout = try await ana.publishes()
        try await ben.comments("Strong", on: workout)
        let secret = try await ben.publishes("secret", .private)
        let session = try await Engine(database: world.database).session(for: ana.id)
        await #expect(throws: SocialError.self) {
            try await session.mentionCandidates("b", on: secret.id.item, limit: 6)
        }
        #expect(try await session.mentionCandidates("b", on: workout.id.item, limit: 6).map(\.id) == [ben.id])
        try await ana.blocks(ben)
        #expect(try await session.mentionCandidates("b", on: workout.id.item, limit: 6).isEmpty)
    }
}
