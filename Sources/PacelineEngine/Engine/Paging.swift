import Foundation
import Paceline
import PacelineDatabase

extension Transaction {
    /// The page's limit, validated. Queries fetch one row more, to learn whether another page follows.
    /// - Throws: ``SocialError/Code/invalidValue`` outside 1 to 100.
    func limit(of page: PageRequest) throws(SocialError) -> Int {
        guard PageRequest.limits.contains(page.limit) else {
            throw SocialError(
                .invalidValue,
                "limit must be \(PageRequest.limits.lowerBound) to \(PageRequest.limits.upperBound).",
                field: "limit")
        }
        return page.limit
    }

    /// The position after which the page starts; nil for the first page.
    /// - Throws: ``SocialError/Code/invalidCursor``.
    func start(of page: PageRequest, in list: String) throws(SocialError) -> Position? {
        guard let cursor = page.cursor else { return nil }
        let bytes = try cursors.open(cursor, list: list, viewer: viewer.id)
        guard let position = Position(bytes: bytes) else { throw .invalidCursor }
        return position
    }

    /// Drops the extra row, and adds the next cursor when there was one.
    func page<Item: Sendable>(
        of rows: [Item], _ limit: Int, in list: String, _ position: (Item) -> Position
    ) -> Page<Item> {
        guard rows.count > limit, limit > 0 else { return Page(items: rows) }
        let items = Array(rows.prefix(limit))
        let next = cursors.seal(position(items[limit - 1]).bytes, list: list, viewer: viewer.id)
        return Page(items: items, next: next)
    }
}

extension SQL {
    /// A condition for rows after the position in a list sorted by both columns, descending.
    static func isBefore(_ position: Position?, _ at: SQL, _ id: SQL) -> SQL {
        guard let position else { return .empty }
        return "AND (\(at), \(id)) < (\(position.at), \(position.id))"
    }

    /// A condition for rows after the position in a list sorted by both columns, ascending.
    static func isAfter(_ position: Position?, _ at: SQL, _ id: SQL) -> SQL {
        guard let position else { return .empty }
        return "AND (\(at), \(id)) > (\(position.at), \(position.id))"
    }
}
