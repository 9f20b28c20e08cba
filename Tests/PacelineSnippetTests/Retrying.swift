import Foundation
import PacelineLocal
import Synchronization
import Testing

func patientServer(using transport: any Transport = URLSessionTransport()) -> RemoteServer {
    let retry = RetryPolicy(retries: 4, maximumRetryAfter: 10, pause: .milliseconds(200))
    return RemoteServer(url: URL(string: "https://social.example")!, transport: transport, retry: retry)
}

/// Publishes drafts that were recorded without a connection. What cannot be sent stays in the list.
func send(_ drafts: inout [IdentifiedDraft], as services: some SocialServices) async throws {
    while !drafts.isEmpty {
        let batch = Array(drafts.prefix(100))
        // Each has its id, so that a batch whose response was lost is not published twice.
        _ = try await services.publish(batch)
        drafts.removeFirst(batch.count)
    }
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
        var drafts = [IdentifiedDraft(id: Workout.ID(UUID()), draft: draft)]
        let offline = patientServer(using: RecordingTransport(.failure(.timedOut))).session(token: "t")
        await #expect(throws: SocialError.self) { try await send(&drafts, as: offline) }
        #expect(drafts.count == 1)
        let ben = try await LocalCommunity.preview().session(named: "ben")
        var again = drafts
        try await send(&drafts, as: ben)
        try await send(&again, as: ben)
        #expect(drafts.isEmpty)
        let mine = try await ben.workouts(of: .me, PageRequest()).items
        #expect(mine.filter { $0.title == "Home" }.count == 1)
    }
}
