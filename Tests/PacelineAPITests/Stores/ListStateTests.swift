import Foundation
import Paceline
import Testing

@testable import PacelineClient

/// A row with a place in a list.
private struct Numbered: StoreRow, Equatable {
    var number: Int
    var text = ""
    var rowID: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))) }
    static var order: (@Sendable (Numbered, Numbered) -> Bool)? { { $0.number > $1.number } }
}

/// A service that lists the numbers downwards, by a cursor that names the last one.
@MainActor
private final class Numbers {
    var numbers: [Int]
    /// Holds the answers while it is set. They are those of the time of the call.
    var gate: HeldCalls<Void>?
    private(set) var requests: [PageRequest] = []

    init(_ numbers: some Sequence<Int>) {
        self.numbers = Array(numbers)
    }

    func page(_ request: PageRequest) async throws -> (Page<Numbered>, Void) {
        requests.append(request)
        let start = request.cursor.flatMap { Int($0.description) } ?? .max
        let rest = numbers.sorted(by: >).filter { $0 < start }
        let rows = rest.prefix(request.limit).map { Numbered(number: $0) }
        let next = rest.count > rows.count ? rows.last.map { Cursor(String($0.number)) } : nil
        try await gate?.call()
        return (Page(items: rows, next: next), ())
    }
}

@Suite("The state of a list", .timeLimit(.minutes(1)))
@MainActor struct ListStateTests {
    private func list(_ service: Numbers, pageSize: Int = 3) -> ListState<Numbered, Void> {
        ListState(pageSize: pageSize) { try await service.page($0) }
    }

    /// Reads the first page of eight rows, and begins to read the second one, whose answer the gate holds.
    private func beginReadingMore() async -> (
        service: Numbers, list: ListState<Numbered, Void>, more: Task<Void, Never>, gate: HeldCalls<Void>
    ) {
        let service = Numbers(1...8)
        let list = list(service)
        await list.refresh()
        let gate = HeldCalls<Void>()
        service.gate = gate
        let more = Task { await list.loadMore() }
        await gate.wait(for: 1)
        return (service, list, more, gate)
    }

    @Test("Pages follow each other to the end")
    func paging() async {
        let list = list(Numbers(1...8))
        #expect(!list.hasMore)
        await list.loadMore()
        #expect(list.items.map(\.number) == [8, 7, 6])
        while list.hasMore { await list.loadMore() }
        #expect(list.items.map(\.number) == Array((1...8).reversed()))
        await list.loadMore()
        #expect(list.items.count == 8)
    }

    @Test("New rows neither repeat nor lose those of later pages")
    func newRows() async {
        let service = Numbers(1...8)
        let list = list(service)
        await list.refresh()
        service.numbers += [9, 10]
        list.state.commit { $0.put(Numbered(number: 10)) }
        await list.loadMore()
        #expect(list.items.map(\.number) == [10, 8, 7, 6, 5, 4, 3])
        await list.refresh()
        #expect(list.items.map(\.number) == [10, 9, 8, 7, 6, 5, 4])
    }

    @Test("A refresh keeps as many rows as are shown, also those that come while it runs")
    func keptRows() async {
        let service = Numbers(1...20)
        let list = list(service)
        await list.refresh()
        await list.loadMore()
        let gate = HeldCalls<Void>()
        service.gate = gate
        let refresh = Task { await list.refresh() }
        await gate.wait(for: 1)
        let more = Task { await list.loadMore() }
        await gate.wait(for: 2)
        gate.answer(1, ())
        await more.value
        #expect(list.items.count == 9)
        service.gate = nil
        gate.answer(0, ())
        await refresh.value
        #expect(list.items.map(\.number) == Array((12...20).reversed()))
    }

    @Test("A page that no longer fits, since the list was read again, is read again")
    func supersededPage() async {
        let (service, list, more, gate) = await beginReadingMore()
        // The row after which the page begins goes.
        service.gate = nil
        service.numbers = [8, 7, 3, 2, 1]
        await list.refresh()
        #expect(list.items.map(\.number) == [8, 7, 3])
        gate.answer(0, ())
        await more.value
        #expect(list.items.map(\.number) == [8, 7, 3, 2, 1])
    }

    @Test("A second call for more returns at once")
    func twice() async {
        let (service, list, more, gate) = await beginReadingMore()
        #expect(list.isLoadingMore)
        await list.loadMore()
        #expect(list.items.count == 3)
        gate.answer(0, ())
        await more.value
        #expect(list.items.count == 6 && !list.isLoadingMore)
        #expect(service.requests.count == 2)
    }

    @Test("A failed page keeps the rows, and can be asked again")
    func failure() async {
        let (service, list, more, gate) = await beginReadingMore()
        let offline = SocialError(.unavailable, "Cannot reach the server.")
        gate.fail(0, offline)
        await more.value
        #expect(list.items.count == 3 && list.hasMore && list.state.problem == offline)
        service.gate = nil
        await list.loadMore()
        #expect(list.items.count == 6 && list.state.problem == nil)
    }

    @Test("A page that the viewer may no longer see removes the others")
    func endOfAccess() async {
        let (service, list, more, gate) = await beginReadingMore()
        let gone = SocialError(.groupNotFound, "There is no such group.")
        gate.fail(0, gone)
        await more.value
        #expect(list.items.isEmpty && !list.hasMore)
        #expect(list.state.phase == .failed(gone) && list.state.problem == gone)
        service.gate = nil
        await list.loadMore()
        #expect(list.items.count == 3 && list.state.problem == nil)
    }

    @Test("A removal while a page is read stays removed")
    func removal() async {
        let (_, list, more, gate) = await beginReadingMore()
        list.state.commit { $0.remove(Numbered(number: 4).rowID) }
        gate.answer(0, ())
        await more.value
        #expect(list.items.map(\.number) == [8, 7, 6, 5, 3])
    }

    @Test("A row at the end stays when it changes; one that belongs to a later page is left out")
    func places() async {
        let list = list(Numbers(1...8))
        await list.refresh()
        list.state.commit { $0.put(Numbered(number: 6, text: "changed")) }
        list.state.commit { $0.put(Numbered(number: 2)) }
        #expect(list.items.map(\.number) == [8, 7, 6])
        #expect(list.items.last?.text == "changed")
    }
}
