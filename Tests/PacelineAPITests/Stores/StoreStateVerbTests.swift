import Foundation
import Paceline
import Testing

@testable import PacelineClient

private let offline = SocialError(.unavailable, "Cannot reach the server.")
private let refused = SocialError(.notAllowed, "You may not do this.")

@Suite("The state of a store: verbs", .timeLimit(.minutes(1)))
@MainActor struct StoreStateVerbTests {
    private let state = StoreState<Names>()
    private let requests = HeldCalls<String>()
    private let thing = UUID()

    private func load(_ names: String...) async {
        var content = Names()
        for name in names { content.insert(name) }
        await state.refresh { [content] in content }
    }

    /// A verb that shows a name at once, and another one once it is answered.
    private func add(_ name: String, on thing: UUID? = nil) -> Task<String, any Error> {
        Task {
            try await state.perform(on: thing ?? self.thing) { content in
                content.insert(name)
            } asking: {
                try await requests.call()
            } then: { answer, content in
                content.insert(answer)
            }
        }
    }

    @Test("A verb shows at once, and then what the service answered")
    func confirmed() async throws {
        await load("ana")
        let verb = add("ben")
        await requests.wait(for: 1)
        #expect(state.shown == Names("ana", "ben"))
        requests.answer(0, "Ben")
        #expect(try await verb.value == "Ben")
        #expect(state.shown == Names("ana", "Ben"))
    }

    @Test("A verb whose subject is gone, or whose session has ended, leaves nothing")
    func endOfAccess() async {
        let profile = StoreState<Names>(subjectNotFound: .personNotFound)
        let cases: [(SocialError.Code, isLeft: Bool)] = [
            (.personNotFound, false), (.unauthenticated, false), (.groupNotFound, true), (.notAllowed, true),
            (.unavailable, true),
        ]
        for (code, isLeft) in cases {
            await profile.refresh { Names("ana") }
            let answer: Result<String, any Error> = .failure(SocialError(code, "No."))
            let verb = Task {
                try await profile.perform(on: nil) { _ in
                } asking: {
                    try answer.get()
                } then: { _, _ in
                }
            }
            await #expect(throws: SocialError(code, "No.")) { try await verb.value }
            #expect(profile.shown == (isLeft ? Names("ana") : nil), "\(code)")
            #expect(profile.problem?.code == code)
        }
    }

    @Test("A refused verb leaves no trace, and what happened meanwhile stays")
    func refusal() async {
        await load("ana")
        let verb = add("ben")
        await requests.wait(for: 1)
        state.commit { $0.insert("cat") }
        #expect(state.shown == Names("ana", "cat", "ben"))
        requests.fail(0, refused)
        await #expect(throws: refused) { try await verb.value }
        #expect(state.shown == Names("ana", "cat"))
        #expect(state.problem == refused)
        #expect(!state.isStale)
        await load("ana", "cat")
        #expect(state.problem == refused, "a read ends only problems of reading")
        state.problem = nil
        #expect(state.problem == nil)
    }

    @Test("After a lost answer or a cancellation it is unknown what happened, so the content is stale")
    func unknownOutcome() async {
        await load("ana")
        let lost = add("ben")
        await requests.wait(for: 1)
        requests.fail(0, offline)
        await #expect(throws: offline) { try await lost.value }
        #expect(state.shown == Names("ana") && state.isStale)
        await load("ana")
        let cancelled = add("ben")
        await requests.wait(for: 2)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(state.shown == Names("ana") && state.isStale)
    }

    @Test("A verb during a read is kept, whether it is answered before or after the read")
    func duringRead() async throws {
        await load("ana")
        let reads = HeldCalls<Names>()
        let read = Task { await state.refresh { try await reads.call() } }
        await reads.wait(for: 1)
        let (answered, waiting) = (add("ben"), add("cat", on: UUID()))
        await requests.wait(for: 2)
        requests.answer(0, "dan")
        requests.answer(1, "eva")
        _ = try await answered.value
        _ = try await waiting.value
        let held = add("fay")
        await requests.wait(for: 3)
        reads.answer(0, Names("ana", "gus"))
        await read.value
        #expect(Set(state.shown?.names ?? []) == ["ana", "gus", "dan", "eva", "fay"])
        requests.answer(2, "fay")
        _ = try await held.value
        await load("ana", "gus")
        #expect(state.shown == Names("ana", "gus"), "a later read says all")
    }

    @Test("Verbs on one thing are sent one after the other, and on different things at once")
    func order() async throws {
        await load()
        let first = add("one")
        await requests.wait(for: 1)
        let second = add("two")
        let third = add("three")
        let other = add("other", on: UUID())
        await requests.wait(for: 2)
        #expect(state.shown?.names.count == 4)
        #expect(requests.count == 2, "the second and the third wait")
        requests.answer(1, "other")
        _ = try await other.value
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(requests.count == 2, "the third waits for the first, not for the cancelled one")
        requests.answer(0, "one")
        _ = try await first.value
        await requests.wait(for: 3)
        requests.answer(2, "three")
        _ = try await third.value
        #expect(Set(state.shown?.names ?? []) == ["one", "three", "other"])
    }
}
