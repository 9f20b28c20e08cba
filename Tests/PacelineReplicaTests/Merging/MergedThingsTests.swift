import Foundation
import Paceline
import PacelineAPI
import Testing

@testable import PacelineReplica

@Suite("Things of a local community in a device's store")
struct MergedThingsTests {
    private let merge = UUID()
    private let workouts = (1...3).map { Workout.ID.numbered($0) }
    private let day = Day("2026-02-10")!
    private let wordle = Game.ID("wordle")!
    private var names: [String] { workouts.map { MergeBatch.name(of: $0) } }

    private func batch(_ ids: [Workout.ID]) throws -> MergeBatch {
        try MergeBatch(workouts: ids.map { IdentifiedDraft(id: $0, draft: .rowing()) })
    }

    private func results(_ json: String) -> CommandResult {
        CommandResult(number: 1, status: 200, body: JSONText(json))
    }

    @Test(
        "each thing is queued once in a merge, also after its command is gone, and only while there is room")
    func once() async throws {
        let store = try await ReplicaStore.ana()
        #expect(try await store.queue(try batch(workouts), of: merge, madeAt: .now, limit: 0) == .isFull)
        #expect(try await store.queuedOutcomes(of: merge) == [:])
        #expect(try await store.queue(try batch(workouts), of: merge, madeAt: .now) == .queued)
        #expect(try await store.queue(try batch([workouts[2]]), of: merge, madeAt: .now) == .isKnown)
        #expect(
            try await store.queuedOutcomes(of: merge)
                == Dictionary(uniqueKeysWithValues: names.map { ($0, .waiting) }))
        try await store.sync { request in .page(results: request.successes, next: "third") }
        #expect(try await store.outbox().commands == [])
        #expect(try await store.queuedOutcomes(of: merge).values.allSatisfy { $0 == .settled(.moved) })
        #expect(try await store.queue(try batch(workouts), of: merge, madeAt: .now) == .isKnown)
        // Another community may have the same names.
        #expect(try await store.queuedOutcomes(of: UUID()) == [:])
        #expect(try await store.queue(try batch(workouts), of: UUID(), madeAt: .now) == .queued)
    }

    @Test("a refused row of a batch is marked alone, waits again when retried, and is settled when discarded")
    func rows() async throws {
        let store = try await ReplicaStore.ana()
        _ = try await store.queue(try batch(workouts), of: merge, madeAt: .now)
        try await store.sync { _ in
            .page(
                results: [
                    results(
                        """
                        {"results":[{"id":"\(workouts[0])","status":"rejected",
                        "error":{"code":"invalid_value","message":"It is in the future."}},
                        {"id":"\(workouts[1])","status":"created"},{"id":"\(workouts[2])","status":"created"}]}
                        """)
                ], next: "third")
        }
        func queued() async throws -> QueuedOutcome? { try await store.queuedOutcomes(of: merge)[names[0]] }
        #expect(try await queued() == .refused)
        for name in names.dropFirst() {
            #expect(try await store.queuedOutcomes(of: merge)[name] == .settled(.moved))
        }
        let refusal = try #require(try await store.refusals().first)
        try await store.retryRefusal(refusal.position, madeAt: .now)
        #expect(try await queued() == .waiting)
        try await store.sync { request in
            let error = SocialError(.invalidValue, "It is in the future.")
            return .page(
                results: request.commands.map {
                    CommandResult(number: $0.number, status: 400, problem: error)
                },
                next: "fourth")
        }
        #expect(try await queued() == .refused)
        let again = try #require(try await store.refusals().first)
        try await store.discardRefusal(again.position)
        #expect(try await queued() == .settled(.refused))
    }

    @Test("a command of unknown outcome refuses all of its things, and a retry of it waits for all")
    func unknownOutcome() async throws {
        let store = try await ReplicaStore.ana()
        _ = try await store.queue(try batch(workouts), of: merge, madeAt: .now)
        let sync = try #require(try await store.prepareSync(at: SyncTime(device: .now)))
        try await store.renewDevice(after: sync, to: UUID())
        #expect(try await store.queuedOutcomes(of: merge).values.allSatisfy { $0 == .refused })
        let refusal = try #require(try await store.refusals().first)
        try await store.retryRefusal(refusal.position, madeAt: .now)
        #expect(try await store.queuedOutcomes(of: merge).values.allSatisfy { $0 == .waiting })
        try await store.sync { request in .page(results: request.successes, next: "third") }
        #expect(try await store.queuedOutcomes(of: merge).values.allSatisfy { $0 == .settled(.moved) })
    }

    @Test("a score that the account had is kept, in a batch and when it is retried alone")
    func kept() async throws {
        let draft = ScoreDraft(score: 2, isCompleted: true, visibility: .private, ifAbsent: true)
        let name = MergeBatch.name(ofScoreIn: wordle, on: day)
        let scores = try MergeBatch(scores: [DailyScore(game: wordle, draft: draft)], on: day)
        for (status, outcome) in [("unchanged", MergeOutcome.kept), ("created", .moved)] {
            let store = try await ReplicaStore.ana()
            _ = try await store.queue(scores, of: merge, madeAt: .now)
            try await store.sync { _ in
                .page(
                    results: [results(#"{"results":[{"game":"wordle","status":"\#(status)"}]}"#)],
                    next: "third")
            }
            #expect(try await store.queuedOutcomes(of: merge) == [name: .settled(outcome)])
        }
        for (score, outcome) in [(3, MergeOutcome.kept), (2, .moved)] {
            let store = try await ReplicaStore.ana()
            _ = try await store.queue(scores, of: merge, madeAt: .now)
            try await store.sync { _ in
                .page(
                    results: [
                        results(
                            """
                            {"results":[{"game":"wordle","status":"rejected",
                            "error":{"code":"game_not_found","message":"There is no such game."}}]}
                            """)
                    ], next: "third")
            }
            let refusal = try #require(try await store.refusals().first)
            try await store.retryRefusal(refusal.position, madeAt: .now)
            try await store.sync { request in
                let number = try #require(request.commands.first?.number)
                let body = JSONText(#"{"score":\#(score),"isCompleted":true}"#)
                return .page(
                    results: [CommandResult(number: number, status: 200, body: body)], next: "fourth")
            }
            #expect(try await store.queuedOutcomes(of: merge) == [name: .settled(outcome)])
        }
    }
}
