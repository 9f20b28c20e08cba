import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("Devices, a server and a bad network", .timeLimit(.minutes(30)))
struct SimulationTests {
    private static let seeds = 1...Repetitions.count(20 as UInt64, deep: 500)

    @Test(
        "after a week, nothing is lost, nothing happened twice, and all devices show what the server has",
        arguments: seeds)
    func week(_ seed: UInt64) async throws {
        try await run(try await Simulation(seed: seed, in: nil), seed)
    }

    @Test(
        "the same holds if the two processes of a device share nothing but its file",
        arguments: 1...Repetitions.count(2 as UInt64, deep: 100))
    func weekInFiles(_ seed: UInt64) async throws {
        let folder = try Folder()
        try await run(try await Simulation(seed: 1_000 + seed, in: folder), seed)
    }

    private func run(_ simulation: Simulation, _ seed: UInt64) async throws {
        var simulation = simulation
        for _ in 0..<400 { try await simulation.step() }
        try await simulation.settle()
        let server = simulation.server
        #expect(server.repeated == [], "seed \(seed)")
        for post in server.posts.values {
            // Edits are numbered as they were made.
            let numbers = post.texts.compactMap { Int($0) }
            #expect(numbers == numbers.sorted(), "seed \(seed)")
        }
        for device in simulation.devices {
            try await checkNothingWaits(on: device, seed)
            try await checkTruth(of: device, server, seed)
            try await checkComments(of: device, server, seed)
            try await device.close()
        }
    }

    private func checkNothingWaits(on device: SimulatedDevice, _ seed: UInt64) async throws {
        #expect(try await device.store.outbox().commands == [], "seed \(seed)")
        #expect(try await device.store.loads() == [], "seed \(seed)")
    }

    private func checkTruth(of device: SimulatedDevice, _ server: ModelServer, _ seed: UInt64) async throws {
        let (truth, viewer) = (try await device.store.truth(), device.person)
        var expected: [FeedItem.ID: FeedItem] = [:]
        for id in server.items.keys { expected[id] = server.item(id, by: viewer) }
        #expect(truth.items.mapValues(\.value) == expected, "seed \(seed), person \(viewer)")
        let others = (1...server.people).filter { $0 != viewer }
        let followed = others.filter { server.follows(viewer, $0) }.map { Person.ID.numbered($0) }
        #expect(truth.people.keys.sorted() == followed, "seed \(seed), person \(viewer)")
        for other in others {
            let relationship = server.relationship(viewer, other)
            #expect(truth.edges[.numbered(other)] ?? .notFriends == relationship, "seed \(seed)")
        }
        // Comments are loaded when an item is shown, so some may be missing, but none may be wrong.
        for (id, stored) in truth.comments {
            guard case let author? = stored.value.author?.id, truth.people[author] != nil else { continue }
            #expect(stored.value == server.comment(id, by: viewer), "seed \(seed), person \(viewer)")
        }
    }

    /// Each comment that was written is on the server, or its author was told that it is not.
    private func checkComments(of device: SimulatedDevice, _ server: ModelServer, _ seed: UInt64) async throws
    {
        let refused = try await device.store.refusals().compactMap { refusal -> Paceline.Comment.ID? in
            guard case .addComment(let comment) = try CommandScope(refusal.request).effect else { return nil }
            return comment.id
        }
        let lost = device.comments.filter { id in
            !refused.contains(id) && server.posts[id] == nil && !server.deletedWithItem.contains(id)
        }
        #expect(lost == [], "seed \(seed), person \(device.person)")
    }
}
