import Foundation
import Paceline

/// A row of a list that a store keeps.
protocol StoreRow: Sendable {
    /// What makes it the same row in another answer.
    var rowID: UUID { get }
    /// The order of the service; nil if only the service knows it.
    static var order: (@Sendable (Self, Self) -> Bool)? { get }
}

extension StoreRow {
    static var order: (@Sendable (Self, Self) -> Bool)? { nil }
}

extension StoreRow where Self: Identifiable, ID == Identifier<Self> {
    var rowID: UUID { id.uuid }
}

/// The pages of a list that were read, joined, and what the answer said besides.
struct ListContent<Row: StoreRow, Summary: Sendable>: StoreContent {
    private(set) var rows: [Row]
    private(set) var next: Cursor?
    var summary: Summary

    init(_ page: Page<Row>, _ summary: Summary) {
        (rows, next, self.summary) = ([], nil, summary)
        append(page)
    }

    var isEmpty: Bool { rows.isEmpty }

    func index(of id: UUID) -> Int? { rows.firstIndex { $0.rowID == id } }

    /// Adds the next page. A row that is there already takes the page's value.
    mutating func append(_ page: Page<Row>) {
        var places = Dictionary(
            rows.enumerated().map { ($1.rowID, $0) }, uniquingKeysWith: { first, _ in first })
        for row in page.items {
            if let place = places[row.rowID] {
                rows[place] = row
            } else {
                places[row.rowID] = rows.count
                rows.append(row)
            }
        }
        if let order = Row.order { rows.sort(by: order) }
        next = page.next
    }

    mutating func remove(_ id: UUID) { rows.removeAll { $0.rowID == id } }

    mutating func update(_ id: UUID, _ change: (inout Row) -> Void) {
        if let index = index(of: id) { change(&rows[index]) }
    }

    mutating func updateAll(_ change: (inout Row) -> Void) {
        for index in rows.indices { change(&rows[index]) }
    }

    /// Adds a row at the end, wherever it belongs.
    mutating func addLast(_ row: Row) {
        remove(row.rowID)
        rows.append(row)
    }

    /// Puts a row at its place, also if it was elsewhere. While pages are missing, a row that comes after all others is
    /// left out, unless it did so before: it belongs to a later page.
    mutating func put(_ row: Row) {
        let wasLast = rows.last?.rowID == row.rowID
        remove(row.rowID)
        let place = Row.order.flatMap { order in rows.firstIndex { order(row, $0) } } ?? rows.endIndex
        if place < rows.endIndex || next == nil || wasLast { rows.insert(row, at: place) }
    }
}

extension FeedItem: StoreRow {
    static var order: (@Sendable (FeedItem, FeedItem) -> Bool)? { { ($0.at, $0.id) > ($1.at, $1.id) } }
}

extension Workout: StoreRow {
    static var order: (@Sendable (Workout, Workout) -> Bool)? {
        { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }
    }
}

extension Comment: StoreRow {
    static var order: (@Sendable (Comment, Comment) -> Bool)? {
        { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }
}

extension ConnectionRequest: StoreRow {
    static var order: (@Sendable (ConnectionRequest, ConnectionRequest) -> Bool)? {
        { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
    }
}

extension Person: StoreRow {}

extension SocialNotification: StoreRow {}

extension LeaderboardRow: StoreRow {
    var rowID: UUID { person.id.uuid }
}
