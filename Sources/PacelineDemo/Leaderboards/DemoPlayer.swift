import Foundation
import Paceline

/// How a person plays daily games.
struct DemoPlayer: Equatable {
    let person: Int
    let games: [GameSkill]
    /// The probability of playing on a day.
    let playProbability: Double
    /// The number of days before the end without a missed day.
    let currentStreak: Int
    /// The number of days before the end when the person started to play.
    let startedDaysBefore: Int
    /// The days before the end without play.
    let breakDays: Range<Int>
    /// The hour of the day in the person's time zone.
    let hour: Double
    /// Nil for the person's default.
    let visibility: ScoreVisibility?

    /// A game and the player's skill in it.
    struct GameSkill: Equatable {
        let game: Game.ID
        /// 0 for a beginner to 1 for an expert.
        let skill: Double
        let isHardMode: Bool?
    }

    /// The number of days with scores.
    static let dayCount = 60

    private static let games: [(String, weight: Double)] = [
        ("wordle", 12), ("connections", 7), ("nyt_mini", 5), ("strands", 2), ("queens", 3), ("zip", 2),
        ("quordle", 1.5), ("worldle", 1.5), ("framed", 1),
    ]

    /// The demo user, who has a long current streak.
    static func demoUser(using random: inout DemoRandom) -> DemoPlayer {
        DemoPlayer(
            person: 0, games: ["wordle", "connections", "nyt_mini"].map { gameSkill($0, skill: 0.6, false) },
            playProbability: 0.7, currentStreak: 23, startedDaysBefore: dayCount, breakDays: 24..<29, hour: 7,
            visibility: nil)
    }

    /// A member of the demo user's group who plays the same games nearly every day, about as well.
    static func rival(_ person: Int, using random: inout DemoRandom) -> DemoPlayer {
        DemoPlayer(
            person: person,
            games: ["wordle", "connections", "nyt_mini"].map {
                gameSkill($0, skill: random.number(0.52...0.68), random.chance(0.2))
            },
            playProbability: random.number(0.75...0.92), currentStreak: random.number(4...16),
            startedDaysBefore: dayCount, breakDays: 18..<21,
            hour: random.element(weighted: [(6.5, 2), (7.5, 3), (8.25, 2), (12.25, 2)]), visibility: nil)
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
            hour: random.element(weighted: [
                (6.5, 3), (7.25, 3), (8, 3), (12.25, 3), (15.5, 1), (17.5, 2), (20, 1),
            ]),
            visibility: random.element(weighted: [(nil, 6), (.public, 2), (.groups, 2)]))
    }

    private init(
        person: Int, games: [GameSkill], playProbability: Double, currentStreak: Int, startedDaysBefore: Int,
        breakDays: Range<Int>, hour: Double, visibility: ScoreVisibility?
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

    /// - Parameter isHard: whether the person plays in hard mode if the game has one.
    private static func gameSkill(_ game: String, skill: Double, _ isHard: Bool) -> GameSkill {
        GameSkill(
            game: Game.ID(trusted: game), skill: skill, isHardMode: game == "wordle" && isHard ? true : nil)
    }

    /// Decides whether the person plays on the day, counted back from the end.
    func plays(daysBefore days: Int, using random: inout DemoRandom) -> Bool {
        if days <= currentStreak { return true }
        return days <= startedDaysBefore && !breakDays.contains(days) && random.chance(playProbability)
    }
}
