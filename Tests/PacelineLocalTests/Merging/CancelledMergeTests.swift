import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineLocal

@Suite("A merge whose steps go on after it was cancelled", .timeLimit(.minutes(5)))
struct CancelledMergeTests {
    @Test(
        "steps that go on after a cancellation end, and what came later stays on the device",
        arguments: [false, true], [false, true])
    func lateSteps(isReopened: Bool, beginsAnother: Bool) async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                for _ in 0..<(isReopened ? 1 : 3) { _ = try await steps.next() }
                if isReopened {
                    try await community.reopen()
                } else {
                    try await phone.cancelMerge(of: community)
                }
                let later = Workout.ID(UUID())
                _ = try await community.session(for: scene.local).publish(
                    .hoursAgo(1, "Later"), as: later, ifMatch: nil)
                var others = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                if beginsAnother { _ = try await others.next() }
                for _ in 0..<2 {
                    let ended = try await code { while try await steps.next() != nil {} }
                    #expect(ended == .notAllowed)
                }
                #expect(try await phone.store.outbox().commands.count == 0)
                #expect(scene.fileExists)
                #expect(try await community.session(for: scene.local).workout(later).title == "Later")
                #expect(try await (community.mergeState == .local) == !beginsAnother)
            }
        }
    }

    @Test("outcomes of a cancelled merge are not noted, and it does not end")
    func cancelledMeanwhile() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                let engine = community.engine
                var ids: [UUID] = []
                for _ in 0..<2 {
                    try await phone.cancelMerge(of: community)
                    var steps = phone.merge(community, of: scene.local).makeAsyncIterator()
                    _ = try await steps.next()
                    ids.append(try #require(try await engine.merge()).id)
                }
                #expect(
                    try await code { try await engine.recordOutcomes(["a": .moved], of: ids[0]) }
                        == .notAllowed)
                #expect(try await code { try await engine.finish(ids[0]) } == .notAllowed)
                #expect(try await engine.mergeOutcomes() == [:])
                #expect(try await engine.merge()?.isMoved == false)
                try await engine.recordOutcomes(["a": .moved], of: ids[1])
                try await engine.finish(ids[1])
                #expect(try await engine.mergeOutcomes() == ["a": .moved])
                #expect(try await engine.merge()?.isMoved == true)
            }
        }
    }

    @Test("cancelling and reopening wait for the step that runs")
    func cancellationWaits() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                _ = try await steps.next()
                let work = community.mergeWork
                async let step: Void = work.run {
                    try await work.waitUntil(pending: 3)
                    #expect(try await community.mergeState != .local)
                }
                try await work.waitUntil(pending: 1)
                async let cancelled: Void = phone.cancelMerge(of: community)
                try await work.waitUntil(pending: 2)
                async let reopened: Void = community.reopen()
                _ = try await (step, cancelled, reopened)
                #expect(try await community.mergeState == .local)
            }
        }
    }

    @Test("a step waits for the cancellation that runs, and then ends")
    func stepsWait() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                _ = try await steps.next()
                let work = community.mergeWork
                async let cancelled: Void = work.run {
                    try await work.waitUntil(pending: 2)
                    #expect(try await phone.store.outbox().commands.isEmpty)
                    try await community.engine.cancelMerge()
                }
                try await work.waitUntil(pending: 1)
                let ended = try await code { _ = try await steps.next() }
                try await cancelled
                #expect(ended == .notAllowed)
                #expect(try await phone.store.outbox().commands.isEmpty)
            }
        }
    }
}

extension SerialWork {
    fileprivate func waitUntil(pending count: Int) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while pending < count {
            try #require(ContinuousClock.now < deadline, "Only \(pending) pieces of work have arrived.")
            await Task.yield()
        }
    }
}
