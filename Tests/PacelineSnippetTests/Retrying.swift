import Foundation
import PacelineLocal
import Synchronization
import Testing

func patientServer(using transport: any Transport = URLSessionTransport()) -> RemoteServer {
    let retry = RetryPolicy(retries: 4, maximumRetryAfter: 10, pause: .milliseconds(200))
    return RemoteServer(url: URL(string: "https://social.example")!, transport: transport, retry: retry)
}

/// Publishes drafts that were recorded without a connection. If the connection fails, the rest stays in the list.
/// - Returns: the drafts that were rejected, with the reason. They leave the list, since a retry does not help.
func send(
    _ drafts: inout [IdentifiedDraft], as services: some SocialServices
) async throws -> [BatchResult] {
    var rejected: [BatchResult] = []
    while !drafts.isEmpty {
        let batch = Array(drafts.prefix(IdentifiedDraft.batchLimit))
        // Each has its id, so a batch whose response was lost is not published twice.
        rejected += try await services.publish(batch).filter { $0.status == .rejected }
        drafts.removeFirst(batch.count)
    }
    return rejected
}

@Suite("Snippets: retrying") struct RetryingTests {
    @Test("A lost connection is retried as often as the policy says")
    func policy() async throws {
        let transport = RecordingTransport(.failure(.unreachable))
        await #expect(throws: SocialError.self) { try await patientServer(using: transport).health() }
        #expect(transport.requests.count == 5)
    }

    @Test("Recorded drafts stay while the server cannot be reached, and are published once")
    func outbox() async throws {
        let start = LocalCommunity.Preview.now.addingTimeInterval(-3_600)
        let draft = WorkoutDraft(type: .running, title: "Home", startedAt: start, duration: 1_200)
        var impossible = draft
        impossible.duration = -1
        var drafts = [draft, impossible].map { IdentifiedDraft(id: Workout.ID(UUID()), draft: $0) }
        let offline = patientServer(using: RecordingTransport(.failure(.timedOut))).session(token: "t")
        await #expect(throws: SocialError.self) { _ = try await send(&drafts, as: offline) }
        #expect(drafts.count == 2)
        let ben = try await LocalCommunity.preview().session(named: "ben")
        var again = drafts
        let rejected = try await send(&drafts, as: ben)
        #expect(rejected.map(\.id) == [again[1].id] && rejected.first?.error?.field == "duration")
        _ = try await send(&again, as: ben)
        #expect(drafts.isEmpty)
        let mine = try await ben.workouts(of: .me, PageRequest()).items
        #expect(mine.filter { $0.title == "Home" }.count == 1)
    }
}
