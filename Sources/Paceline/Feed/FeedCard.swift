import Foundation

/// A card of a feed: one item, all that one person earned at one time, or all puzzles that one person played on one
/// day.
///
/// Otherwise, ten puzzles played on one day, or three badges for one run, would fill as many cards.
///
/// ```swift
/// for card in FeedCard.cards(from: page.items) {
///     switch card {
///     case .item(let item): ItemCard(item)
///     case .earned(let author, let items): EarnedRow(author, items)
///     case .puzzles(let author, let day, let items): PuzzleCard(author, day, items)
///     }
/// }
/// ```
public enum FeedCard: Sendable, Equatable, Identifiable {
    /// A workout, or an item of a kind that this version doesn't know.
    case item(FeedItem)
    /// The levels, achievements and milestones that one person earned at one time, which is the end of the workout that
    /// earned them; in the feed's order, and never empty.
    case earned(author: Person, [FeedItem])
    /// One person's scores of one puzzle day, in the feed's order; never empty.
    case puzzles(author: Person, day: Day, [FeedItem])

    /// Groups the items of a feed page into cards.
    ///
    /// A card of several items takes the place of its newest. All other items keep their order.
    /// - Parameter items: in the feed's order, newest first.
    public static func cards(from items: [FeedItem]) -> [FeedCard] {
        var cards: [FeedCard] = []
        var places: [CardKey: Int] = [:]
        for item in items {
            guard let key = item.cardKey else {
                cards.append(.item(item))
                continue
            }
            if let place = places[key] {
                cards[place].append(item)
            } else {
                places[key] = cards.count
                cards.append(FeedCard(key, item))
            }
        }
        return cards
    }

    /// The number of items, from the first, that fit on a number of cards.
    /// - Parameter items: in the feed's order, newest first.
    package static func countOfItems(in items: [FeedItem], fillingCards limit: Int) -> Int {
        var (count, keys) = (0, Set<CardKey>())
        for (index, item) in items.enumerated() {
            let key = item.cardKey
            if let key, keys.contains(key) { continue }
            guard count < limit else { return index }
            count += 1
            if let key { keys.insert(key) }
        }
        return items.count
    }

    /// What the items of one card have in common.
    fileprivate enum CardKey: Hashable {
        case earned(Person.ID, Date)
        case puzzles(Person.ID, Day)
    }

    private init(_ key: CardKey, _ first: FeedItem) {
        switch key {
        case .earned: self = .earned(author: first.author, [first])
        case .puzzles(_, let day): self = .puzzles(author: first.author, day: day, [first])
        }
    }

    private mutating func append(_ item: FeedItem) {
        switch self {
        case .item: break
        case .earned(let author, let items): self = .earned(author: author, items + [item])
        case .puzzles(let author, let day, let items):
            self = .puzzles(author: author, day: day, items + [item])
        }
    }

    /// The items on the card, newest first; never empty.
    public var items: [FeedItem] {
        switch self {
        case .item(let item): [item]
        case .earned(_, let items), .puzzles(_, _, let items): items
        }
    }

    /// The id of the card's newest item.
    public var id: FeedItem.ID { newest.id }

    /// When the newest of its items happened.
    public var at: Date { newest.at }

    private var newest: FeedItem {
        switch self {
        case .item(let item): item
        case .earned(_, let items), .puzzles(_, _, let items): items[0]
        }
    }

    fileprivate var isItem: Bool {
        if case .item = self { true } else { false }
    }

    fileprivate var isEarned: Bool {
        if case .earned = self { true } else { false }
    }

    fileprivate var isPuzzles: Bool {
        if case .puzzles = self { true } else { false }
    }

    /// Whether the card shows what the item's workout earned.
    fileprivate func isEarned(by item: FeedItem) -> Bool {
        isEarned && newest.author.id == item.author.id && at == item.workout?.endedAt
    }
}

extension FeedItem {
    /// What it has in common with the other items of its card; nil if it has a card to itself.
    fileprivate var cardKey: FeedCard.CardKey? {
        switch content {
        case .levelUp, .achievement, .milestone: .earned(author.id, at)
        case .score(let score): .puzzles(author.id, score.day)
        case .workout, .unknown: nil
        }
    }
}

/// The cards of one of the reader's days: workouts, each followed by what it earned, then what other workouts earned,
/// then puzzles; each newest first.
///
/// ```swift
/// for day in FeedDay.days(of: FeedCard.cards(from: page.items), in: .current, isTop: true) {
///     Section(day.day.description) { ForEach(day.cards) { Card($0) } }
/// }
/// ```
///
/// At the top of a feed, it can be two or three days shown as one, so that the feed begins with workouts on a day
/// without one so far.
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

    /// The most days by which a workout can be older than the feed's newest item and still come before it.
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
            FeedDay(day: day.day, firstDay: day.firstDay, cards: ordered(day.cards))
        }
    }

    private static func ordered(_ cards: [FeedCard]) -> [FeedCard] {
        var earned = cards.filter(\.isEarned)
        var ordered: [FeedCard] = []
        for case .item(let item) in cards {
            ordered.append(.item(item))
            if let place = earned.firstIndex(where: { $0.isEarned(by: item) }) {
                ordered.append(earned.remove(at: place))
            }
        }
        return ordered + earned + cards.filter(\.isPuzzles)
    }

    private static func joinedAtTop(_ days: [FeedDay]) -> [FeedDay] {
        guard let newest = days.first?.day,
            let place = days.firstIndex(where: { $0.cards.contains(where: \.isItem) }), place > 0,
            newest.ordinal - days[place].day.ordinal <= mostDaysJoined
        else { return days }
        let top = FeedDay(
            day: newest, firstDay: days[place].day, cards: days.prefix(place + 1).flatMap(\.cards))
        return [top] + days.dropFirst(place + 1)
    }
}
