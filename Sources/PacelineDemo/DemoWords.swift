import Paceline

/// The texts of demo communities: bios, messages, comments and replies.
enum DemoWords {
    static let bios = [
        "Rows before breakfast.", "Coffee, then intervals.", "Back after a long winter break.",
        "Slow is smooth, smooth is fast.", "Masters crew, bow seat. 🚣",
        "Training for the head race in autumn.",
        "Runs because cake exists.", "Bike to work, erg at home.", "Squats on Mondays, no excuses.",
        "Learning to pace a 2k properly.", "Weekend hiker, weekday rower.", "Coxswain, retired. Loud anyway.",
        "Two children, one alarm clock, 5:40.", "Počasi se daleč pride.", "朝練が好き。", "Sempre al fresco.",
        "Physio by day.", "Will trade kudos for pancakes 🥞",
    ]

    static let greetings = [
        "We met at the regatta.", "Are you the one with the green oars?", "I am in the Thursday group, too.",
    ]

    /// Titles of the clubs' groups, and of the demo user's group.
    static let clubGroups = ["Breakfast Club", "The Early Four", "Masters & Puzzles", "Četrtkova ekipa"]
    static let ownGroup = "Wordle before work"

    /// The kind of workout that a comment refers to.
    enum Occasion: CaseIterable {
        case test, intervals, steady, running, cycling, strength
    }

    static let comments: [Occasion: [String]] = [
        .test: [
            "What a test! How did the third 500 feel?", "New best? Looks like one.",
            "That last 500 … chapeau.",
            "The whole boat felt that one.", "You said you were tired!", "Cake is on you 🎂",
        ],
        .intervals: [
            "So even, all of them.", "What rate did you hold?", "The last one fastest, of course.",
            "Same set on Thursday, together?", "Short rest, brave.",
        ],
        .steady: [
            "Lovely and calm.", "What drag factor do you use?", "Did you find a good podcast?",
            "These are the ones that count.", "Rate 20 suits you.",
        ],
        .running: [
            "Good pace in that wind.", "Which loop was that?", "Along the river?", "New shoes?",
            "I was asleep when you did this.",
        ],
        .cycling: [
            "That climb again!", "Commute or training?", "Tailwind, admit it 😄", "Café stop included?",
        ],
        .strength: ["Solid volume.", "How was the last set?", "Depth looked good.", "Deload next week?"],
    ]

    static let replies = [
        "Thank you!", "It hurt, honestly.", "Next time you come along.", "Legs are gone now.", "👊",
        "Better than last month, at least.", "Ask me tomorrow.", "Thursday, then!",
    ]

    static func occasion(of draft: WorkoutDraft) -> Occasion {
        if draft.isErgTest == true { return .test }
        return switch draft.type {
        case .running: .running
        case .cycling: .cycling
        case .strength: .strength
        default: draft.detail?.intervals.isEmpty == false ? .intervals : .steady
        }
    }
}
