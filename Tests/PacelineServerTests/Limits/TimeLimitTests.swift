import Logging
import Paceline
import ServiceLifecycle
import Synchronization
import Testing

@testable import PacelineServer

@Suite("The time limit", .timeLimit(.minutes(5))) struct TimeLimitTests {
    @Test("What is done in time is answered, with its value or its error")
    func inTime() async throws {
        let limit = TimeLimit(30)
        #expect(try await limit.run { 5 } == 5)
        await #expect(throws: SocialError(.notFound, "No.")) {
            try await limit.run { throw SocialError(.notFound, "No.") }
        }
    }

    @Test("What takes longer is given up, though it does not heed its cancellation")
    func tooLong() async throws {
        let limit = TimeLimit(0.05)
        let clock = Task { try await limit.run() }
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let error = await #expect(throws: SocialError.self) {
            try await limit.run {
                // A task of its own hears nothing of the cancellation.
                await Task { for await _ in gate {} }.value
            }
        }
        #expect(error?.code == .timeout)
        open.finish()
        clock.cancel()
        try await clock.value
    }

    @Test("Whoever is cancelled waits no longer")
    func cancellation() async throws {
        let limit = TimeLimit(30)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let waiting = Task {
            try await limit.run {
                start.finish()
                await Task { for await _ in gate {} }.value
            }
        }
        for await _ in started {}
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        open.finish()
    }
}
