import Foundation
import Testing

@testable import Paceline

@Suite struct FeedCardTests {
    private static let start = Date(timeIntervalSince1970: 1_780_000_000)

    /// The items of a feed, newest first: workouts, what they earned, and scores of three people on four days. Workouts
    /// take two hours, so some items are of one time.
    private static func feed(_ random: inout SeededRandom) -> [FeedItem] {
        let people = (0..<3).map { index in
            Person(
                id: Person.ID(UUID()), username: "p\(index)", displayName: "P \(index)", friendCount: 0)
        }
        return (0..<Int.random(in: 0...40, using: &random)).map { index in
            let author = people[Int.random(in: 0..<3, using: &random)]
            let at = start.addingTimeInterval(-7_200 * Double(index / 2))
            let content: FeedItem.Content =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: .unknown("route")
                case 1: .workout(workout(by: author.id, at))
                case 2: .levelUp(LevelUp(level: 2))
                case 3: .milestone(Achievement.catalogue[0])
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

    private static func workout(by owner: Person.ID, _ at: Date) -> Workout {
        Workout(
            id: Workout.ID(UUID()), owner: owner, type: .rowing, title: "Row", startedAt: at,
            endedAt: at.addingTimeInterval(7_200), duration: 7_200, measures: WorkoutMeasures(),
            isErgTest: false, volume: nil, exerciseCount: nil, isCompleted: true, source: nil,
            visibility: .public, xpEarned: 0, createdAt: at, updatedAt: at)
    }

    private static func score(by owner: Person.ID, on day: Day, _ at: Date) -> Score {
        Score(
            id: FeedItem.ID(UUID()), owner: owner, game: Game.ID("wordle")!, day: day, score: 3, maximum: 6,
            isCompleted: true, visibility: .public, points: 4, metric: "3 guesses", createdAt: at,
            updatedAt: at)
    }

    @Test(arguments: [UInt64](1...200))
    func `each item is on one card, and a person has one for each puzzle day and each time`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let feed = Self.feed(&random)
        let cards = FeedCard.cards(from: feed)
        #expect(cards.flatMap(\.items).count == feed.count, "seed \(seed)")
        #expect(Set(cards.flatMap(\.items).map(\.id)) == Set(feed.map(\.id)))
        for card in cards {
            switch card {
            case .item(let item): #expect(item.workout != nil || item.content == .unknown("route"))
            case .earned(let author, let items):
                #expect(items.allSatisfy { $0.author.id == author.id && $0.at == card.at })
                #expect(items.allSatisfy { $0.levelUp != nil || $0.milestone != nil })
            case .puzzles(let author, let day, let items):
                #expect(items.allSatisfy { $0.author.id == author.id && $0.score?.day == day })
            }
        }
        let gathered = cards.compactMap { card -> String? in
            switch card {
            case .item: nil
            case .earned(let author, _): "\(author.id) at \(card.at)"
            case .puzzles(let author, let day, _): "\(author.id) \(day)"
            }
        }
        #expect(Set(gathered).count == gathered.count)
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
    func `a day has its cards only, workouts before what they earned before puzzles`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let cards = FeedCard.cards(from: Self.feed(&random))
        let timeZone = TimeZone(secondsFromGMT: Int.random(in: -12...14, using: &random) * 3_600)!
        let days = FeedDay.days(of: cards, in: timeZone)
        #expect(Set(days.flatMap(\.cards).map(\.id)) == Set(cards.map(\.id)), "seed \(seed)")
        #expect(days.flatMap(\.cards).count == cards.count)
        #expect(days.map(\.day) == days.map(\.day).sorted(by: >))
        #expect(Set(days.map(\.day)).count == days.count)
        for day in days {
            #expect(!day.cards.isEmpty)
            #expect(day.cards.allSatisfy { Day(of: $0.at, in: timeZone) == day.day })
            // Those below the workout that earned them apart.
            let cards = day.cards.indices.filter { !Self.isBelowItsWorkout(day.cards, $0) }
                .map { day.cards[$0] }
            let ranks = cards.map { Self.rank(of: $0) }
            #expect(ranks == ranks.sorted())
            for rank in 0..<3 {
                let times = cards.filter { Self.rank(of: $0) == rank }.map(\.at)
                #expect(times == times.sorted(by: >))
            }
        }
    }

    private static func rank(of card: FeedCard) -> Int {
        switch card {
        case .item: 0
        case .earned: 1
        case .puzzles: 2
        }
    }

    private static func isBelowItsWorkout(_ cards: [FeedCard], _ place: Int) -> Bool {
        guard place > 0, case .earned(let author, let items) = cards[place],
            case .item(let item) = cards[place - 1]
        else { return false }
        return item.author.id == author.id && item.workout?.endedAt == items[0].at
    }

    @Test func `what a workout earned is directly below it, before other workouts`() {
        let people = ["ana", "ben"].map {
            Person(id: Person.ID(UUID()), username: $0, displayName: $0, friendCount: 0)
        }
        let item = { (author: Person, at: Date, content: FeedItem.Content) in
            FeedItem(
                id: FeedItem.ID(UUID()), at: at, author: author, visibility: .public, content: content,
                kudosCount: 0, hasKudos: false, commentCount: 0)
        }
        let (earlier, end) = (Self.start.addingTimeInterval(-600), Self.start.addingTimeInterval(7_200))
        let level = item(people[0], end, .levelUp(LevelUp(level: 2)))
        let badge = item(people[0], end, .milestone(Achievement.catalogue[0]))
        let other = item(people[1], end, .milestone(Achievement.catalogue[0]))
        let row = item(people[0], Self.start, .workout(Self.workout(by: people[0].id, Self.start)))
        let run = item(people[1], earlier, .workout(Self.workout(by: people[1].id, earlier)))
        let cards = FeedCard.cards(from: [level, badge, other, row, run])
        let days = FeedDay.days(of: cards, in: .gmt)
        #expect(
            days.flatMap(\.cards) == [
                .item(row), .earned(author: people[0], [level, badge]), .item(run),
                .earned(author: people[1], [other]),
            ])
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
