import Foundation
import Paceline
import PacelineClient
import Testing

@Suite("Publishing a history")
struct HistoryTests {
    private func history(_ count: Int) -> [IdentifiedDraft] {
        (0..<count).map { day in
            let start = TestClock.start.addingTimeInterval(Double(day - count) * 86_400)
            return IdentifiedDraft(
                id: .random(), draft: .sample("Day \(day)", startedAt: start, duration: 1_200))
        }
    }

    @Test(
        "each step publishes a batch, and publishing can be resumed", .world,
        arguments: Implementation.withHybrid)
    func resuming(_ implementation: Implementation) async throws {
        let ana = try await World.current(on: implementation).person("ana")
        var drafts = history(IdentifiedDraft.batchLimit + 20)
        drafts[3].draft.duration = -1
        var steps = ana.services.publish(history: drafts).makeAsyncIterator()
        let first = try #require(try await steps.next())
        #expect((first.done, first.total) == (100, 120))
        #expect(first.results.filter { $0.status == .rejected }.map(\.id) == [drafts[3].id])
        #expect(try await ana.services.me().stats.workouts == 99)

        // The app was killed before the second step, and starts again.
        var results: [BatchResult] = []
        var done: [Int] = []
        for try await progress in ana.services.publish(history: drafts) {
            done.append(progress.done)
            results += progress.results
        }
        #expect(done == [100, 120])
        #expect(results.map(\.id) == drafts.map(\.id))
        #expect(results.filter { $0.status == .unchanged }.count == 99)
        #expect(results.filter { $0.status == .created }.count == 20)
        #expect(try await ana.services.me().stats.workouts == 119)
    }

    @Test("an empty history has no step", .world, arguments: Implementation.withHybrid)
    func empty(_ implementation: Implementation) async throws {
        let ana = try await World.current(on: implementation).person("ana")
        for try await progress in ana.services.publish(history: []) { Issue.record("\(progress)") }
    }

    @Test(
        "beyond the day's limit, publishing pauses, and goes on when the day is over",
        arguments: Implementation.allCases)
    func dayLimit(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.workoutsPerDay = 100 }) { world in
            let ana = try await world.person("ana")
            let drafts = history(120)
            let patient = RetryPolicy(retries: 1, maximumRetryAfter: 86_400, sleep: { _ in })
            var steps = ana.services.publish(history: drafts, retry: patient).makeAsyncIterator()
            #expect(try await steps.next()?.done == 100)
            let paused = try #require(try await steps.next())
            let pause = try #require(paused.pause)
            #expect(paused.done == 100 && pause.error.code == .rateLimited)
            #expect(pause.duration > .seconds(86_000) && pause.duration <= .seconds(86_400))
            world.clock.advance(days: 1)
            let last = try #require(try await steps.next())
            #expect(last.done == 120 && last.pause == nil)
            #expect(last.results.map(\.id) == drafts[100...].map(\.id))
            #expect(last.results.allSatisfy { $0.status == .created })
            #expect(try await steps.next() == nil)
            #expect(try await ana.services.me().stats.workouts == 120)
        }
    }
}
