import PacelineTestSupport
import Testing

@testable import PacelineLocal

@Suite("Calls in the background", .timeLimit(.minutes(1)))
struct BackgroundCallTests {
    private static let report = SyncReport(
        status: SyncStatus(phase: .syncing, waiting: 0, refused: 0), sent: 0, received: 0)

    @Test("a sync that began in the foreground does not end the one of a push in the background")
    func foregroundCall() async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone()
            try await phone.sync()
            let (begun, noteBegun) = AsyncStream<Void>.makeStream()
            let (ends, noteEnd) = AsyncStream<Void>.makeStream()
            var push: Task<SyncReport, any Error>?
            _ = try await phone.inBackground {
                try await phone.suspend()
                push = Task {
                    try await phone.inBackground {
                        noteBegun.finish()
                        for await _ in ends {}
                        return try await phone.sync()
                    }
                }
                for await _ in begun {}
                return Self.report
            }
            #expect(try await phone.status.waiting == 0, "the file is open for the push")
            noteEnd.finish()
            _ = try await push?.value
            #expect(try await code { _ = try await phone.status } == .unavailable)
            try await phone.close()
        }
    }

    @Test("the last of several calls suspends the session again, unless the app has suspended it meanwhile")
    func severalCalls() async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone()
            let runner = phone.runner
            #expect(await runner.beginBackgroundCall() == nil)
            try await phone.suspend()
            let first = try #require(await runner.beginBackgroundCall())
            let second = try #require(await runner.beginBackgroundCall())
            #expect(await !runner.endBackgroundCall(first))
            #expect(await !runner.endBackgroundCall(first))
            #expect(await runner.endBackgroundCall(second))
            try await phone.suspend()
            let third = try #require(await runner.beginBackgroundCall())
            try await phone.suspend()
            #expect(await !runner.endBackgroundCall(third))
            try await phone.close()
        }
    }
}
