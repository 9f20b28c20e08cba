import Logging
import Paceline
import ServiceLifecycle
import Synchronization
import Testing

@testable import PacelineServer

@Suite("The time limit", .timeLimit(.minutes(5))) struct TimeLimitTests {
    @Test("An operation within the limit returns its value or error")
    func inTime() async throws {
        let limit = TimeLimit(30)
        #expect(try await limit.run { 5 } == 5)
        await #expect(throws: SocialError(.notFound, "No.")) {
            try await limit.run { throw SocialError(.notFound, "No.") }
        }
    }

    @Test("A slow operation times out, even if it ignores cancellation")
    func tooLong() async throws {
        let limit = TimeLimit(0.05)
        let clock = Task { try await limit.run() }
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let error = await #expect(throws: SocialError.self) {
            try await limit.run {
                // An unstructured task is not cancelled with its caller.
                await Task { for await _ in gate {} }.value
            }
        }
        #expect(error?.code == .timeout)
        open.finish()
        clock.cancel()
        try await clock.value
    }

    @Test("Cancelling the caller ends its wait")
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
