import Foundation
import Paceline

/// How somebody of a made-up community plays daily games.
struct DemoPlayer: Equatable {
    let person: Int
    let games: [Taste]
    /// The probability that they play on a day.
    let keenness: Double
    /// How many days before the end their last break ended; they play every day since.
    let daysWithoutGap: Int
    /// How many days before the end they began.
    let beganBefore: Int
    /// The days before the end on which they took a break.
    let pause: Range<Int>
    /// The hour of the day in their own time zone.
    let hour: Int
    let visibility: ItemVisibility?

    /// One of their games.
    struct Taste: Equatable {
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
    static func known(using chance: inout DemoChance) -> DemoPlayer {
        DemoPlayer(
            person: 0, games: ["wordle", "connections", "nyt_mini"].map { taste($0, skill: 0.6, false) },
            keenness: 0.7, daysWithoutGap: 23, beganBefore: dayCount, pause: 24..<29, hour: 7,
            visibility: nil)
    }

    init(_ person: Int, using chance: inout DemoChance) {
        let count = chance.one(weighted: [(1, 10), (2, 7), (3, 3), (4, 1.2), (5, 0.5), (6, 0.3)])
        let skill = chance.number(0.1...0.9)
        let likesItHard = chance.happens(0.2)
        let pauseEnd = chance.number(1...50)
        self.init(
            person: person,
            games: chance.some(count, of: Self.games, weight: \.weight).map {
                let skill = min(1, max(0, skill + chance.number(-0.15...0.15)))
                return Self.taste($0.0, skill: skill, likesItHard)
            },
            keenness: chance.one(weighted: [(0.15, 4), (0.35, 4), (0.6, 2), (0.9, 1)]),
            daysWithoutGap: chance.happens(0.12) ? chance.number(6...30) : 0,
            beganBefore: chance.happens(0.6) ? Self.dayCount : chance.number(10...Self.dayCount),
            pause: pauseEnd..<pauseEnd + chance.number(3...14),
            hour: chance.one(weighted: [(7, 4), (8, 3), (12, 3), (19, 2), (21, 3)]),
            visibility: chance.one(weighted: [(nil, 8), (.friends, 2)]))
    }

    private init(
        person: Int, games: [Taste], keenness: Double, daysWithoutGap: Int, beganBefore: Int,
        pause: Range<Int>, hour: Int, visibility: ItemVisibility?
    ) {
        self.person = person
        self.games = games
        self.keenness = keenness
        self.daysWithoutGap = daysWithoutGap
        self.beganBefore = beganBefore
        self.pause = pause
        self.hour = hour
        self.visibility = visibility
    }

    /// - Parameter isHard: whether they play in hard mode where there is one.
    private static func taste(_ game: String, skill: Double, _ isHard: Bool) -> Taste {
        Taste(
            game: Game.ID(trusted: game), skill: skill, isHardMode: game == "wordle" && isHard ? true : nil)
    }

    /// Whether they play so many days before the end.
    func plays(daysBefore days: Int, using chance: inout DemoChance) -> Bool {
        if days <= daysWithoutGap { return true }
        return days <= beganBefore && !pause.contains(days) && chance.happens(keenness)
    }
}
