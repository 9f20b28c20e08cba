import Paceline
import Testing

@Suite("Pages of every list")
struct PageTests {
    @Test("pages of 1 and of 7 make the whole list", arguments: Implementation.allCases, PagedList.all)
    func walked(_ implementation: Implementation, _ list: PagedList) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for index in 0..<15 { try await list.grow(world, ana, index) }
            let whole = try await list.read(ana.services, PageRequest(limit: 20))
            #expect(whole.items.count >= 15)
            #expect(Set(whole.items).count == whole.items.count)
            #expect(whole.next == nil)
            for limit in [1, 7] {
                let walked = try await walk(inPagesOf: limit) { try await list.read(ana.services, $0) }
                #expect(walked == whole.items, "in pages of \(limit)")
            }
        }
    }

    @Test("a page that ends the list promises no other", arguments: Implementation.allCases, PagedList.all)
    func exactEnd(_ implementation: Implementation, _ list: PagedList) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for index in 0..<4 { try await list.grow(world, ana, index) }
            let count = try await list.read(ana.services, .whole).items.count
            #expect(try await list.read(ana.services, PageRequest(limit: count)).next == nil)
            #expect(try await list.read(ana.services, PageRequest(limit: count - 1)).next != nil)
        }
    }

    @Test(
        "what is new while a list is read neither hides nor repeats the rest",
        arguments: Implementation.allCases, PagedList.all)
    func arrivals(_ implementation: Implementation, _ list: PagedList) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for index in 0..<8 { try await list.grow(world, ana, index) }
            let before = try await list.read(ana.services, .whole).items
            var (seen, cursor): ([String], Cursor?) = ([], nil)
            for index in 8... {
                let page = try await list.read(ana.services, PageRequest(limit: 3, cursor: cursor))
                seen += page.items
                cursor = page.next
                // A list that grows at its far end never ends otherwise.
                guard cursor != nil, index < 12 else { break }
                try await list.grow(world, ana, index)
            }
            seen += try await rest(of: list, after: cursor, for: ana)
            #expect(Set(seen).count == seen.count, "nothing is repeated")
            #expect(seen.filter(Set(before).contains) == before, "nothing is skipped")
        }
    }

    private func rest(of list: PagedList, after cursor: Cursor?, for ana: Member) async throws -> [String] {
        guard let cursor else { return [] }
        return try await list.read(ana.services, PageRequest(limit: 100, cursor: cursor)).items
    }

    @Test("a page holds 1 to 100 items", arguments: Implementation.allCases, PagedList.all)
    func limits(_ implementation: Implementation, _ list: PagedList) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for index in 0..<2 { try await list.grow(world, ana, index) }
            for bad in [0, -1, 101] {
                await expectError(.invalidValue, field: "limit") {
                    try await list.read(ana.services, PageRequest(limit: bad))
                }
            }
            #expect(try await list.read(ana.services, PageRequest(limit: 1)).items.count == 1)
            #expect(try await list.read(ana.services, PageRequest(limit: 100)).items.count >= 2)
        }
    }
}
