import Foundation
import Paceline
import Testing

@testable import PacelineClient

/// What the tests of the state read: names in any order.
struct Names: StoreContent, Equatable {
    var names: [String]
    var isEmpty: Bool { names.isEmpty }

    init(_ names: String...) { self.names = names }

    /// Adds the name, unless it is there.
    mutating func insert(_ name: String) {
        if !names.contains(name) { names.append(name) }
    }
}

private let offline = SocialError(.unavailable, "Cannot reach the server.")
private let refused = SocialError(.notAllowed, "You may not do this.")

@Suite("The state of a store: reading", .timeLimit(.minutes(1)))
@MainActor struct StoreStateReadingTests {
    private let state = StoreState<Names>()
    private let reads = HeldCalls<Names>()

    private func refresh() -> Task<Void, Never> {
        Task { await state.refresh { try await reads.call() } }
    }

    @Test("The phases follow the first read")
    func phases() async {
        #expect(state.phase == .idle)
        let read = refresh()
        await reads.wait(for: 1)
        #expect(state.phase == .loading && state.isRefreshing)
        reads.answer(0, Names())
        await read.value
        #expect(state.phase == .empty && !state.isRefreshing)
        let second = refresh()
        await reads.wait(for: 2)
        #expect(state.phase == .empty && state.isRefreshing)
        reads.answer(1, Names("ana"))
        await second.value
        #expect(state.phase == .loaded)
    }

    @Test("A late answer of an older read never replaces that of a newer one")
    func lateAnswer() async {
        let (older, newer) = (refresh(), refresh())
        await reads.wait(for: 2)
        // Tasks may begin in either order: the call's number is the read's.
        reads.answer(1, Names("new"))
        reads.answer(0, Names("old"))
        await older.value
        await newer.value
        #expect(state.shown == Names("new"))
        #expect(!state.isRefreshing)
    }

    @Test("An older answer that comes first is shown until the newer one")
    func earlyAnswer() async {
        let older = refresh()
        await reads.wait(for: 1)
        let newer = refresh()
        await reads.wait(for: 2)
        reads.answer(0, Names("old"))
        await older.value
        #expect(state.shown == Names("old"))
        #expect(state.isRefreshing)
        reads.answer(1, Names("new"))
        await newer.value
        #expect(state.shown == Names("new"))
    }

    @Test("A failure shows the error where nothing was, and keeps what was shown")
    func failures() async {
        let first = refresh()
        await reads.wait(for: 1)
        reads.fail(0, offline)
        await first.value
        #expect(state.phase == .failed(offline))
        #expect(state.problem == offline)
        let second = refresh()
        await reads.wait(for: 2)
        #expect(state.phase == .loading)
        reads.answer(1, Names("ana"))
        await second.value
        #expect(state.phase == .loaded && state.problem == nil && !state.isStale)
        let third = refresh()
        await reads.wait(for: 3)
        reads.fail(2, offline)
        await third.value
        #expect(state.phase == .loaded && state.problem == offline && state.isStale)
    }

    @Test("An error that none of the services throws is worded for people")
    func unknownErrors() async {
        struct Unexpected: Error {}
        let read = refresh()
        await reads.wait(for: 1)
        reads.fail(0, Unexpected())
        await read.value
        #expect(state.problem?.code == .internalError)
        #expect(state.problem?.message == "Something went wrong.")
    }

    @Test("What the viewer may no longer see is not shown")
    func endOfAccess() async {
        let first = refresh()
        await reads.wait(for: 1)
        reads.answer(0, Names("ana"))
        await first.value
        let (late, last) = (refresh(), refresh())
        await reads.wait(for: 3)
        let gone = SocialError(.itemNotFound, "There is no such item.")
        reads.fail(2, gone)
        reads.answer(1, Names("ana"))
        await late.value
        await last.value
        #expect(state.shown == nil)
        #expect(state.phase == .failed(gone))
    }

    @Test("Cancelling a read is no problem")
    func cancelling() async {
        let read = refresh()
        await reads.wait(for: 1)
        read.cancel()
        await read.value
        #expect(state.phase == .idle && state.problem == nil)
    }

    @Test("A change without content makes the answers of open reads stale, not those of later ones")
    func staleness() async {
        state.markStale()
        #expect(!state.isStale, "nothing is shown")
        let open = refresh()
        await reads.wait(for: 1)
        state.markStale()
        reads.answer(0, Names("ana"))
        await open.value
        #expect(state.isStale)
        let later = refresh()
        await reads.wait(for: 2)
        reads.answer(1, Names("ana"))
        await later.value
        #expect(!state.isStale)
    }
}

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
