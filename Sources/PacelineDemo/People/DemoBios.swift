import Paceline

/// What people write about themselves.
enum DemoBios {
    /// A bio that fits a person's main sport and language.
    static func bio(
        sport: WorkoutType, language: DemoLanguage, isCoach: Bool, using random: inout DemoRandom
    ) -> String {
        if isCoach { return random.element(of: coaches) }
        if let own = inLanguage[language], random.chance(0.3) { return random.element(of: own) }
        return random.element(of: random.chance(0.75) ? (bySport[sport] ?? general) : general)
    }

    private static let coaches = [
        "Coach. Ask me about your catch.", "Coaching masters crews since 2009. Easy means easy.",
        "I write the plans. You do the work. 🚣", "Club coach, early riser, terrible speller.",
    ]

    private static let bySport: [WorkoutType: [String]] = [
        .rowing: [
            "Bow seat, masters eight. Up at 5:40.", "Learning to pace a 2k properly.",
            "Training for the head race in autumn.", "Cox for ten years, now rowing myself. Still loud.",
            "Erg in the garage, boat when it's warm. 🚣", "Sub-7 this season. That's the whole plan.",
        ],
        .running: [
            "Half marathon in spring, if my calves agree.", "Runs because cake exists.",
            "Canal loops before breakfast. Say hi if you see me.", "First marathon in October. Send help. 🏃",
            "Parkrun every Saturday since 2016.",
        ],
        .cycling: [
            "Bike to work, hills on Sunday.", "Happiest going uphill slowly. 🚴",
            "Steel frame, third set of tyres, same café.",
            "Two children, one alarm clock, one turbo trainer.",
        ],
        .strength: [
            "Squats on Mondays, no excuses.", "Chasing a double bodyweight deadlift. Slowly. 🏋️",
            "Back under the bar after a long break.", "Garage gym, neighbours very patient.",
        ],
    ]

    private static let general = [
        "Slow is smooth, smooth is fast.", "Coffee, then intervals.", "Physio by day.",
        "Will trade kudos for pancakes. 🥞", "Here for the streaks and the company.",
        "Wordle before coffee. Usually in four.",
    ]

    private static let inLanguage: [DemoLanguage: [String]] = [
        .slovene: ["Počasi se daleč pride.", "Zjutraj na vodi, popoldne na kavi."],
        .german: ["Langsam läuft auch.", "Morgens um sechs am See."],
        .french: ["Doucement mais sûrement.", "Le vélo, puis le croissant."],
        .spanish: ["Poco a poco.", "Correr y luego desayunar dos veces."],
        .portuguese: ["Devagar se vai ao longe."], .nordic: ["Ut på tur, aldri sur."],
        .japanese: ["朝練が好き。"], .korean: ["매일 조금씩."], .chinese: ["慢慢來，比較快。"],
        .arabic: ["خطوة خطوة كل صباح."], .greek: ["Σιγά σιγά."], .ukrainian: ["Щодня потроху."],
    ]
}
