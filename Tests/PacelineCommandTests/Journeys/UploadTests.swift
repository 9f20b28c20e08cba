import Foundation
import Paceline
import PacelineImport
import Synchronization
import Testing

@testable import PacelineCommand

@Suite("Sending an import") struct UploadTests {
    /// A service that keeps what it is sent, and fails as it is told.
    private final class Shelf: Sendable {
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
        let options = ImportOptions(owner: owner, timeZone: .gmt)
        return (try ImportBatch(reading: [file.path], options: options, now: Date()), folder)
    }

    @Test("Interrupted between batches it keeps what was published, and the next time goes on")
    func resumed() async throws {
        let (batch, _) = try batch(250)
        let shelf = Shelf()
        let interrupted = Upload(publish: { try shelf.publish($0) }, isInterrupted: { shelf.count >= 100 })
        let first = try await interrupted.send(batch)
        #expect(first.isInterrupted && first.created == 100)
        #expect(first.interruption.status == .interrupted)
        let second = try await Upload(publish: { try shelf.publish($0) }, isInterrupted: { false }).send(
            batch)
        #expect(!second.isInterrupted && second.created == 150 && second.unchanged == 100)
        #expect(shelf.count == 250)
    }

    @Test("A server that asks for patience gets it, as long as it asks for")
    func retries() async throws {
        let (batch, _) = try batch(120)
        let shelf = Shelf(failures: [
            SocialError(.rateLimited, "Slowly.", retryAfter: 7), SocialError(.unavailable, "Busy."),
        ])
        let waits = Mutex<[Int]>([])
        let upload = Upload(
            publish: { try shelf.publish($0) }, isInterrupted: { false },
            wait: { seconds in waits.withLock { $0.append(seconds) } })
        #expect(try await upload.send(batch).created == 120)
        #expect(waits.withLock { $0 } == [7, 2])
    }

    @Test("A server that stays away ends the import with how far it came; a refusal ends it at once")
    func givingUp() async throws {
        let (batch, _) = try batch(10)
        for (error, count, status) in [
            (SocialError(.unavailable, "Gone."), 7, Failure.Status.unreachable),
            (SocialError(.unauthenticated, "Who?"), 1, .refused),
        ] {
            let shelf = Shelf(failures: Array(repeating: error, count: count))
            let upload = Upload(
                publish: { try shelf.publish($0) }, isInterrupted: { false }, wait: { _ in })
            let failure = await #expect(throws: Failure.self) { try await upload.send(batch) }
            #expect(failure?.status == status)
            #expect(failure?.message.contains("0 of 10") == true)
            #expect(shelf.failures.withLock { $0.isEmpty })
        }
    }
}
