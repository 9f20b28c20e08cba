import Foundation
import Paceline
import PacelineClient
import PacelineImport
import PacelineTestSupport
import Synchronization
import Testing

@testable import PacelineCommand

@Suite("Uploading an import") struct UploadTests {
    /// A service that records published drafts and fails on demand.
    private final class FakeService: Sendable {
        let published = Mutex<Set<Workout.ID>>([])
        let failures: Mutex<[SocialError]>

        init(failures: [SocialError] = []) {
            self.failures = Mutex(failures)
        }

        func publish(_ drafts: [IdentifiedDraft]) throws -> [BatchResult] {
            if let failure = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
            return drafts.map { draft in
                let isNew = published.withLock { $0.insert(draft.id).inserted }
                return BatchResult(id: draft.id, status: isNew ? .created : .unchanged)
            }
        }

        var count: Int { published.withLock { $0.count } }
    }

    private func batch(_ count: Int) throws -> (ImportBatch, Folder) {
        let folder = try Folder()
        let file = try folder.write(Season.csv(count: count), to: "season.csv")
        let owner = try #require(Person.ID("0190163d-8694-739b-aea5-966c26f8ad91"))
        let options = ImportOptions(owner: owner, importKey: "uB0ZQbJ8cXhK2m3vTf5nYw", timeZone: .gmt)
        return (try ImportBatch(reading: [file.path], options: options, now: Date()), folder)
    }

    @Test("An interrupted upload keeps its published batches and can be resumed")
    func resumed() async throws {
        let (batch, _) = try batch(250)
        let service = FakeService()
        let interrupted = Upload(
            publish: { try service.publish($0) }, isInterrupted: { service.count >= 100 })
        let first = try await interrupted.send(batch)
        #expect(first.isInterrupted && first.created == 100)
        #expect(first.interruption.status == .interrupted)
        let second = try await Upload(publish: { try service.publish($0) }, isInterrupted: { false }).send(
            batch)
        #expect(!second.isInterrupted && second.created == 150 && second.unchanged == 100)
        #expect(service.count == 250)
    }

    @Test("A busy server is retried after its Retry-After, else with backoff")
    func retries() async throws {
        let (batch, _) = try batch(120)
        let service = FakeService(failures: [
            SocialError(.rateLimited, "Slowly.", retryAfter: 7), SocialError(.unavailable, "Busy."),
        ])
        let pauses = Mutex<[Duration]>([])
        var retry = RetryPolicy.history
        retry.sleep = { pause in pauses.withLock { $0.append(pause) } }
        let upload = Upload(publish: { try service.publish($0) }, isInterrupted: { false }, retry: retry)
        #expect(try await upload.send(batch).created == 120)
        let waited = pauses.withLock { $0 }
        #expect(waited.count == 2 && waited.first == .seconds(7))
        #expect(try (Duration.seconds(1) ... .seconds(3)).contains(#require(waited.last)))
    }

    @Test("An unreachable server ends the import after the last retry; a rejection ends it immediately")
    func givingUp() async throws {
        let (batch, _) = try batch(10)
        for (error, count, status) in [
            (SocialError(.unavailable, "Gone."), 7, Failure.Status.unreachable),
            (SocialError(.unauthenticated, "Who?"), 1, .rejected),
        ] {
            let service = FakeService(failures: Array(repeating: error, count: count))
            var retry = RetryPolicy.history
            retry.sleep = { _ in }
            let upload = Upload(publish: { try service.publish($0) }, isInterrupted: { false }, retry: retry)
            let failure = await #expect(throws: Failure.self) { try await upload.send(batch) }
            #expect(failure?.status == status)
            #expect(failure?.message.contains("0 of 10") == true)
            #expect(service.failures.withLock { $0.isEmpty })
        }
    }
}
