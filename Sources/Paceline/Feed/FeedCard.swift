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
/// for day in FeedDay.days(of: FeedCard.cards(from: page.items), in: .current, isTop: true) {
///     Section(day.day.description) { ForEach(day.cards) { Card($0) } }
/// }
/// ```
///
/// At the top of a feed, it can be two or three days shown as one, so that the feed begins with workouts on a day on
/// which only puzzles were played so far.
public struct FeedDay: Sendable, Equatable {
    /// The day in the reader's time zone; the last if there are several.
    public var day: Day
    /// The first of several days; otherwise ``day``.
    public var firstDay: Day
    /// Never empty.
    public var cards: [FeedCard]

    /// - Parameter firstDay: nil if the cards are those of one day.
    public init(day: Day, firstDay: Day? = nil, cards: [FeedCard]) {
        self.day = day
        self.firstDay = firstDay ?? day
        self.cards = cards
    }

    /// The most days by which a workout can be older than the feed's newest puzzle and still come before it.
    private static let mostDaysJoined = 2

    /// Divides the cards of a feed into days.
    /// - Parameters:
    ///   - cards: in the feed's order, newest first.
    ///   - timeZone: the reader's time zone, in which days start.
    ///   - isTop: whether the cards are the newest of the feed. If so, days at the top without a workout are joined
    ///     with the day of the newest workout, unless it is more than two days older.
    public static func days(
        of cards: [FeedCard], in timeZone: TimeZone, isTop: Bool = false
    ) -> [FeedDay] {
        var days: [FeedDay] = []
        for card in cards {
            let day = Day(of: card.at, in: timeZone)
            if days.last?.day == day {
                days[days.count - 1].cards.append(card)
            } else {
                days.append(FeedDay(day: day, cards: [card]))
            }
        }
        if isTop { days = joinedAtTop(days) }
        return days.map { day in
            FeedDay(
                day: day.day, firstDay: day.firstDay,
                cards: day.cards.filter { !$0.isPuzzles } + day.cards.filter(\.isPuzzles))
        }
    }

    private static func joinedAtTop(_ days: [FeedDay]) -> [FeedDay] {
        guard let newest = days.first?.day,
            let place = days.firstIndex(where: { !$0.cards.allSatisfy(\.isPuzzles) }), place > 0,
            newest.ordinal - days[place].day.ordinal <= mostDaysJoined
        else { return days }
        let top = FeedDay(
            day: newest, firstDay: days[place].day, cards: days.prefix(place + 1).flatMap(\.cards))
        return [top] + days.dropFirst(place + 1)
    }
}
