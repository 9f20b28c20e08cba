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

    @Test("A failure shows the error on an empty screen, and keeps rows that are shown")
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

    @Test(
        "What the viewer may no longer see is not shown",
        arguments: [
            SocialError.Code.itemNotFound, .seasonNotFound, .notAllowed, .staffOnly, .unauthenticated,
        ])
    func endOfAccess(_ code: SocialError.Code) async {
        let first = refresh()
        await reads.wait(for: 1)
        reads.answer(0, Names("ana"))
        await first.value
        let (late, last) = (refresh(), refresh())
        await reads.wait(for: 3)
        let gone = SocialError(code, "You may not see this.")
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
