import Paceline
import Testing

/// All checks of a list share one community, which grows from check to check: a community for each would cost more than
/// the checks.
@Suite("Pages of every list")
struct PageTests {
    @Test("a list is read page by page", arguments: Implementation.allCases, PagedList.all)
    func pages(_ implementation: Implementation, _ list: PagedList) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            var list = GrowingList(list, of: ana, in: world)
            try await list.grow(to: 4)
            try await expectLimits(list)
            try await expectExactEnd(list)
            try await expectOwnCursor(list, other: ben)
            try await list.grow(to: 8)
            try await expectOrder(amidArrivalsIn: &list)
            try await list.grow(to: 15)
            try await expectWhole(list)
        }
    }

    /// A page has 1 to 100 items.
    private func expectLimits(_ list: GrowingList) async throws {
        for bad in [0, -1, 101] {
            await expectError(.invalidValue, field: "limit") { try await list.read(PageRequest(limit: bad)) }
        }
        #expect(try await list.read(PageRequest(limit: 1)).items.count == 1)
        #expect(try await list.read(PageRequest(limit: 100)).items.count >= 2)
    }

    /// The last page has no next cursor.
    private func expectExactEnd(_ list: GrowingList) async throws {
        let count = try await list.read(.whole).items.count
        #expect(try await list.read(PageRequest(limit: count)).next == nil)
        #expect(try await list.read(PageRequest(limit: count - 1)).next != nil)
    }

    /// An altered cursor, or another person's, is rejected.
    private func expectOwnCursor(_ list: GrowingList, other: Member) async throws {
        let cursor = try #require(try await list.read(PageRequest(limit: 1)).next)
        let text = cursor.description
        let first = try #require(text.first)
        let changed = (first == "A" ? "B" : "A") + text.dropFirst()
        for bad in [changed, String(text.dropLast(3)), text + "AAAA", "AAAA", "not a cursor", "' OR 1=1"] {
            await expectError(.invalidCursor) {
                try await list.read(PageRequest(limit: 1, cursor: Cursor(bad)))
            }
        }
        await expectError(.invalidCursor) {
            try await list.read(PageRequest(limit: 1, cursor: cursor), as: other)
        }
    }

    /// Items that arrive during paging neither hide nor repeat others.
    private func expectOrder(amidArrivalsIn list: inout GrowingList) async throws {
        let before = try await list.read(.whole).items
        var (seen, cursor): ([String], Cursor?) = ([], nil)
        while true {
            let page = try await list.read(PageRequest(limit: 3, cursor: cursor))
            seen += page.items
            cursor = page.next
            // A list that grows at its end would never finish.
            guard cursor != nil, list.count < 12 else { break }
            try await list.grow(to: list.count + 1)
        }
        if let cursor { seen += try await list.read(PageRequest(limit: 100, cursor: cursor)).items }
        #expect(Set(seen).count == seen.count, "nothing is repeated")
        #expect(seen.filter(Set(before).contains) == before, "nothing is skipped")
    }

    /// Pages of 1 and of 7 items add up to the whole list.
    private func expectWhole(_ list: GrowingList) async throws {
        let whole = try await list.read(PageRequest(limit: 20))
        #expect(whole.items.count >= 15)
        #expect(Set(whole.items).count == whole.items.count)
        #expect(whole.next == nil)
        for limit in [1, 7] {
            let walked = try await walk(inPagesOf: limit) { try await list.read($0) }
            #expect(walked == whole.items, "in pages of \(limit)")
        }
    }
}

/// A person's list, and its current size.
private struct GrowingList {
    private let list: PagedList
    private let owner: Member
    private let world: World
    private(set) var count = 0

    init(_ list: PagedList, of owner: Member, in world: World) {
        self.list = list
        self.owner = owner
        self.world = world
    }

    mutating func grow(to goal: Int) async throws {
        while count < goal {
            try await list.grow(world, owner, count)
            count += 1
        }
    }

    func read(_ page: PageRequest, as reader: Member? = nil) async throws -> Page<String> {
        try await list.read((reader ?? owner).services, page)
    }
}
