import Foundation

/// A card of a feed: one item, or all puzzles that one person played on one day.
///
/// Otherwise, ten puzzles played on one day would fill ten cards.
///
/// ```swift
/// for card in FeedCard.cards(from: page.items) {
///     switch card {
///     case .item(let item): ItemCard(item)
///     case .puzzles(let author, let day, let items): PuzzleCard(author, day, items)
///     }
/// }
/// ```
public enum FeedCard: Sendable, Equatable, Identifiable {
    /// A workout, or an item of a kind that this version doesn't know.
    case item(FeedItem)
    /// One person's scores of one puzzle day, in the feed's order; never empty.
    case puzzles(author: Person, day: Day, [FeedItem])

    /// Groups the items of a feed page into cards.
    ///
    /// A puzzle card takes the place of its newest item. All other items keep their order.
    /// - Parameter items: in the feed's order, newest first.
    public static func cards(from items: [FeedItem]) -> [FeedCard] {
        var cards: [FeedCard] = []
        var places: [PuzzleDay: Int] = [:]
        for item in items {
            guard let score = item.score else {
                cards.append(.item(item))
                continue
            }
            let puzzleDay = PuzzleDay(author: item.author.id, day: score.day)
            if let place = places[puzzleDay] {
                cards[place].append(item)
            } else {
                places[puzzleDay] = cards.count
                cards.append(.puzzles(author: item.author, day: score.day, [item]))
            }
        }
        return cards
    }

    /// The number of items, from the first, that fit on a number of cards.
    /// - Parameter items: in the feed's order, newest first.
    package static func countOfItems(in items: [FeedItem], fillingCards limit: Int) -> Int {
        var (count, puzzleDays) = (0, Set<PuzzleDay>())
        for (index, item) in items.enumerated() {
            let puzzleDay = item.score.map { PuzzleDay(author: item.author.id, day: $0.day) }
            if let puzzleDay, puzzleDays.contains(puzzleDay) { continue }
            guard count < limit else { return index }
            count += 1
            if let puzzleDay { puzzleDays.insert(puzzleDay) }
        }
        return items.count
    }

    private struct PuzzleDay: Hashable {
        let author: Person.ID
        let day: Day
    }

    private mutating func append(_ item: FeedItem) {
        guard case .puzzles(let author, let day, let items) = self else { return }
        self = .puzzles(author: author, day: day, items + [item])
    }

    /// The items on the card, newest first; never empty.
    public var items: [FeedItem] {
        switch self {
        case .item(let item): [item]
        case .puzzles(_, _, let items): items
        }
    }

    /// The id of the card's newest item.
    public var id: FeedItem.ID { newest.id }

    /// When the newest of its items happened.
    public var at: Date { newest.at }

    private var newest: FeedItem {
        switch self {
        case .item(let item): item
        case .puzzles(_, _, let items): items[0]
        }
    }

    fileprivate var isPuzzles: Bool {
        if case .puzzles = self { true } else { false }
    }
}

/// The cards of one of the reader's days: workouts first, then puzzles, each newest first.
///
/// ```swift
/// for day in FeedDay.days(of: FeedCard.cards(from: page.items), in: .current) {
///     Section(day.day.description) { ForEach(day.cards) { Card($0) } }
/// }
/// ```
public struct FeedDay: Sendable, Equatable {
    /// The day in the reader's time zone.
    public var day: Day
    /// Never empty.
    public var cards: [FeedCard]

    public init(day: Day, cards: [FeedCard]) {
        self.day = day
        self.cards = cards
    }

    /// Divides the cards of a feed into days.
    /// - Parameters:
    ///   - cards: in the feed's order, newest first.
    ///   - timeZone: the reader's time zone, in which days start.
    public static func days(of cards: [FeedCard], in timeZone: TimeZone) -> [FeedDay] {
        var days: [FeedDay] = []
        for card in cards {
            let day = Day(of: card.at, in: timeZone)
            if days.last?.day == day {
                days[days.count - 1].cards.append(card)
            } else {
                days.append(FeedDay(day: day, cards: [card]))
            }
        }
        return days.map { day in
            FeedDay(day: day.day, cards: day.cards.filter { !$0.isPuzzles } + day.cards.filter(\.isPuzzles))
        }
    }
}
