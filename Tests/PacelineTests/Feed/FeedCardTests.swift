import Foundation
import Testing

@testable import Paceline

@Suite struct FeedCardTests {
    private static let start = Date(timeIntervalSince1970: 1_780_000_000)

    /// The items of a feed, newest first: workouts and scores of three people on four days.
    private static func feed(_ random: inout SeededRandom) -> [FeedItem] {
        let people = (0..<3).map { index in
            Person(
                id: Person.ID(UUID()), username: "p\(index)", displayName: "P \(index)", friendCount: 0)
        }
        return (0..<Int.random(in: 0...40, using: &random)).map { index in
            let author = people[Int.random(in: 0..<3, using: &random)]
            let at = start.addingTimeInterval(-7_000 * Double(index))
            let content: FeedItem.Content =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .unknown("route")
                default:
                    .score(
                        score(
                            by: author.id, on: Day(ordinal: 20_000 + Int.random(in: 0..<4, using: &random)),
                            at))
                }
            return FeedItem(
                id: FeedItem.ID(UUID()), at: at, author: author, visibility: .public, content: content,
                kudosCount: 0, hasKudos: false, commentCount: 0)
        }
    }

    private static func score(by owner: Person.ID, on day: Day, _ at: Date) -> Score {
        Score(
            id: FeedItem.ID(UUID()), owner: owner, game: Game.ID("wordle")!, day: day, score: 3, maximum: 6,
            isCompleted: true, visibility: .public, points: 4, metric: "3 guesses", createdAt: at,
            updatedAt: at)
    }

    @Test(arguments: [UInt64](1...200))
    func `each item is on one card, and a person has one card for each puzzle day`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let feed = Self.feed(&random)
        let cards = FeedCard.cards(from: feed)
        #expect(cards.flatMap(\.items).count == feed.count, "seed \(seed)")
        #expect(Set(cards.flatMap(\.items).map(\.id)) == Set(feed.map(\.id)))
        for card in cards {
            switch card {
            case .item(let item): #expect(item.score == nil)
            case .puzzles(let author, let day, let items):
                #expect(items.allSatisfy { $0.author.id == author.id && $0.score?.day == day })
            }
        }
        let puzzleDays = cards.compactMap { card -> String? in
            guard case .puzzles(let author, let day, _) = card else { return nil }
            return "\(author.id) \(day)"
        }
        #expect(Set(puzzleDays).count == puzzleDays.count)
    }

    @Test(arguments: [UInt64](1...200))
    func `cards and their items are in the feed's order, a card where its newest item was`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let feed = Self.feed(&random)
        let cards = FeedCard.cards(from: feed)
        let places = Dictionary(uniqueKeysWithValues: feed.enumerated().map { ($1.id, $0) })
        for card in cards {
            let own = card.items.compactMap { places[$0.id] }
            #expect(own == own.sorted(), "seed \(seed)")
            #expect(card.id == card.items[0].id && card.at == card.items.map(\.at).max())
        }
        let firsts = cards.compactMap { places[$0.id] }
        #expect(firsts == firsts.sorted())
    }

    @Test(arguments: [UInt64](1...200))
    func `a number of cards takes as many items as it can hold, and no more`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let feed = Self.feed(&random)
        let limit = Int.random(in: 0...14, using: &random)
        let count = FeedCard.countOfItems(in: feed, fillingCards: limit)
        #expect(FeedCard.cards(from: Array(feed.prefix(count))).count <= limit, "seed \(seed)")
        if count < feed.count {
            #expect(FeedCard.cards(from: Array(feed.prefix(count + 1))).count == limit + 1)
        }
    }

    @Test(arguments: [UInt64](1...200))
    func `a day has its cards only, workouts before puzzles`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let cards = FeedCard.cards(from: Self.feed(&random))
        let timeZone = TimeZone(secondsFromGMT: Int.random(in: -12...14, using: &random) * 3_600)!
        let days = FeedDay.days(of: cards, in: timeZone)
        #expect(Set(days.flatMap(\.cards).map(\.id)) == Set(cards.map(\.id)), "seed \(seed)")
        #expect(days.flatMap(\.cards).count == cards.count)
        #expect(days.map(\.day) == days.map(\.day).sorted(by: >))
        #expect(Set(days.map(\.day)).count == days.count)
        for day in days {
            #expect(day.cards.allSatisfy { Day(of: $0.at, in: timeZone) == day.day })
            let isPuzzles = day.cards.map { if case .puzzles = $0 { true } else { false } }
            #expect(!isPuzzles.isEmpty && isPuzzles == isPuzzles.sorted { !$0 && $1 })
            for group in [true, false] {
                let times = zip(day.cards, isPuzzles).filter { $1 == group }.map(\.0.at)
                #expect(times == times.sorted(by: >))
            }
        }
    }

    @Test(arguments: [UInt64](1...400))
    func `the top of a feed begins with workouts of the last days, and the rest stays as it is`(seed: UInt64)
    {
        var random = SeededRandom(seed: seed)
        let isWorkout = { (card: FeedCard) -> Bool in if case .item = card { true } else { false } }
        // Some feeds begin with puzzles of several days.
        let puzzles = Int.random(in: 0...30, using: &random)
        let cards = FeedCard.cards(from: Self.feed(&random)).enumerated()
            .filter { $0.offset >= puzzles || !isWorkout($0.element) }.map(\.element)
        let timeZone = TimeZone(secondsFromGMT: Int.random(in: -12...14, using: &random) * 3_600)!
        let plain = FeedDay.days(of: cards, in: timeZone)
        let days = FeedDay.days(of: cards, in: timeZone, isTop: true)
        let joined = plain.count - days.count
        #expect(days.dropFirst() == plain.dropFirst(joined + 1), "seed \(seed)")
        guard let top = days.first, let newest = plain.first else { return }
        #expect(top.day == newest.day && top.firstDay == plain[joined].day)
        #expect(Set(top.cards.map(\.id)) == Set(plain.prefix(joined + 1).flatMap(\.cards).map(\.id)))
        let first = plain.firstIndex { $0.cards.contains(where: isWorkout) }
        let isRecent = first.map { newest.day.ordinal - plain[$0].day.ordinal <= 2 } ?? false
        #expect(joined == (isRecent ? first : 0))
        #expect(isWorkout(top.cards[0]) == isRecent)
    }
}
