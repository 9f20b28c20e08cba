import Foundation
import Paceline

/// How somebody of a made-up community plays daily games.
struct DemoPlayer: Equatable {
    let person: Int
    let games: [GameSkill]
    /// The probability that they play on a day.
    let playProbability: Double
    /// How many days before the end their last break ended; they play every day since.
    let currentStreak: Int
    /// How many days before the end they began.
    let startedDaysBefore: Int
    /// The days before the end on which they took a break.
    let breakDays: Range<Int>
    /// The hour of the day in their own time zone.
    let hour: Int
    let visibility: ItemVisibility?

    /// One of their games.
    struct GameSkill: Equatable {
        let game: Game.ID
        /// 0 for a beginner to 1 for somebody who rarely fails.
        let skill: Double
        let isHardMode: Bool?
    }

    /// How many days of playing are made up.
    static let dayCount = 60

    private static let games: [(String, weight: Double)] = [
        ("wordle", 12), ("connections", 7), ("nyt_mini", 5), ("strands", 2), ("queens", 3), ("zip", 2),
        ("quordle", 1.5), ("worldle", 1.5), ("framed", 1),
    ]

    /// The one whose password is known: keen, and not a day without for weeks.
    static func demoUser(using random: inout DemoRandom) -> DemoPlayer {
        DemoPlayer(
            person: 0, games: ["wordle", "connections", "nyt_mini"].map { gameSkill($0, skill: 0.6, false) },
            playProbability: 0.7, currentStreak: 23, startedDaysBefore: dayCount, breakDays: 24..<29, hour: 7,
            visibility: nil)
    }

    init(_ person: Int, using random: inout DemoRandom) {
        let count = random.element(weighted: [(1, 10), (2, 7), (3, 3), (4, 1.2), (5, 0.5), (6, 0.3)])
        let skill = random.number(0.1...0.9)
        let prefersHardMode = random.chance(0.2)
        let breakEnd = random.number(1...50)
        self.init(
            person: person,
            games: random.sample(count, of: Self.games, weight: \.weight).map {
                let skill = min(1, max(0, skill + random.number(-0.15...0.15)))
                return Self.gameSkill($0.0, skill: skill, prefersHardMode)
            },
            playProbability: random.element(weighted: [(0.15, 4), (0.35, 4), (0.6, 2), (0.9, 1)]),
            currentStreak: random.chance(0.12) ? random.number(6...30) : 0,
            startedDaysBefore: random.chance(0.6) ? Self.dayCount : random.number(10...Self.dayCount),
            breakDays: breakEnd..<breakEnd + random.number(3...14),
            hour: random.element(weighted: [(7, 4), (8, 3), (12, 3), (19, 2), (21, 3)]),
            visibility: random.element(weighted: [(nil, 8), (.friends, 2)]))
    }

    private init(
        person: Int, games: [GameSkill], playProbability: Double, currentStreak: Int, startedDaysBefore: Int,
        breakDays: Range<Int>, hour: Int, visibility: ItemVisibility?
    ) {
        self.person = person
        self.games = games
        self.playProbability = playProbability
        self.currentStreak = currentStreak
        self.startedDaysBefore = startedDaysBefore
        self.breakDays = breakDays
        self.hour = hour
        self.visibility = visibility
    }

    /// - Parameter isHard: whether they play in hard mode where there is one.
    private static func gameSkill(_ game: String, skill: Double, _ isHard: Bool) -> GameSkill {
        GameSkill(
            game: Game.ID(trusted: game), skill: skill, isHardMode: game == "wordle" && isHard ? true : nil)
    }

    /// Whether they play so many days before the end.
    func plays(daysBefore days: Int, using random: inout DemoRandom) -> Bool {
        if days <= currentStreak { return true }
        return days <= startedDaysBefore && !breakDays.contains(days) && random.chance(playProbability)
    }
}
