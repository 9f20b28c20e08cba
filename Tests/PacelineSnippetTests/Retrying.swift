import Foundation
import PacelineLocal
import Synchronization
import Testing

func patientServer(using transport: any Transport = URLSessionTransport()) -> RemoteServer {
    let retry = RetryPolicy(retries: 4, maximumRetryAfter: 10, pause: .milliseconds(200))
    return RemoteServer(url: URL(string: "https://social.example")!, transport: transport, retry: retry)
}

/// Publishes drafts that were recorded without a connection. If it throws, keep them all and call it again later:
/// each has its id, so none is published twice.
/// - Returns: the drafts that were rejected, with the reason. Sending those again does not help.
func send(_ drafts: [IdentifiedDraft], as services: some SocialServices) async throws -> [BatchResult] {
    var rejected: [BatchResult] = []
    for try await progress in services.publish(history: drafts, retry: RetryPolicy(retries: 0)) {
        rejected += progress.results.filter { $0.status == .rejected }
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

    @Test("Recorded drafts are published once, however often they are sent")
    func outbox() async throws {
        let start = LocalCommunity.Preview.now.addingTimeInterval(-3_600)
        let draft = WorkoutDraft(type: .running, title: "Home", startedAt: start, duration: 1_200)
        var impossible = draft
        impossible.duration = -1
        let drafts = [draft, impossible].map { IdentifiedDraft(id: Workout.ID(UUID()), draft: $0) }
        let offline = patientServer(using: RecordingTransport(.failure(.timedOut))).session(token: "t")
        await #expect(throws: SocialError.self) { try await send(drafts, as: offline) }
        let ben = try await LocalCommunity.preview().session(named: "ben")
        let rejected = try await send(drafts, as: ben)
        #expect(rejected.map(\.id) == [drafts[1].id] && rejected.first?.error?.field == "duration")
        #expect(try await send(drafts, as: ben).map(\.id) == [drafts[1].id])
        let mine = try await ben.workouts(of: .me, PageRequest()).items
        #expect(mine.filter { $0.title == "Home" }.count == 1)
    }
}
