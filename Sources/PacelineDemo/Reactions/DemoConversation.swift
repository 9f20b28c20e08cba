import Paceline

/// A comment, and what the owner of the item may answer.
struct DemoConversation: Equatable {
    let comment: String
    let replies: [String]
    /// The sports that the texts fit; nil for every sport that shares the list.
    let sports: Set<WorkoutType>?

    init(_ comment: String, _ replies: String..., sports: Set<WorkoutType>? = nil) {
        self.comment = comment
        self.replies = replies
        self.sports = sports
    }
}

extension DemoConversation {
    /// What friends say about a workout. The numbers are the workout's own.
    static func about(_ draft: WorkoutDraft) -> [DemoConversation] {
        conversations(about: draft).filter { $0.sports?.contains(draft.type) ?? true }
    }

    private static func conversations(about draft: WorkoutDraft) -> [DemoConversation] {
        switch draft.type {
        case .rowing where draft.isErgTest != true && !draft.isRepeats && draft.source != "Concept2": onWater
        case .rowing, .skiing:
            draft.isErgTest == true ? test(draft) : draft.isRepeats ? intervals(draft) : steady(draft)
        case .running: draft.isRepeats ? runIntervals : run(draft)
        case .cycling: ride(draft)
        case .strength: lift(draft)
        case .swimming: swim
        case .hiking: hike
        case .walking: walk
        default: yoga
        }
    }

    /// What a friend writes to a third person about a workout, after the name.
    static func mentions(of draft: WorkoutDraft) -> [String] {
        if draft.isErgTest == true { return ["your turn next. Same test on Thursday?"] }
        return switch draft.type {
        case .rowing, .skiing: ["this is the session I meant. Thursday, you and me?"]
        case .running: ["this is the loop I told you about."]
        case .cycling: ["we should join for this one."]
        case .strength: ["look, this is how you train for the spring."]
        default: ["shall we go along next time?"]
        }
    }

    private static func test(_ draft: WorkoutDraft) -> [DemoConversation] {
        let name = WorkoutPattern(draft.title).spokenName ?? draft.title
        let pace = Measure.pace(
            split: draft.averageSplit, distance: draft.distance, duration: draft.duration, of: draft.type)
        let time = Measure.duration(draft.duration, of: draft.type)
        let last = (draft.detail?.intervals.last?.split).map { Measure.duration($0, of: draft.type) } ?? pace
        return [
            DemoConversation(
                "\(time) for the \(name)! How did the third quarter feel?",
                "Like a very long corridor. The last bit was fun, though.", "Ask me when I can stand up."),
            DemoConversation(
                "You finished in \(last). Where did that come from?", "Fear of the coach. 😅",
                "I heard the others counting and couldn't stop."),
            DemoConversation(
                "\(pace) on average. That's a seat in the boat.", "Don't tell the selectors yet!",
                "Only if you take the bow seat.", sports: [.rowing]),
            DemoConversation(
                "And you said you were tired on Monday.", "I was! Two days of sleep helped.",
                "Rest days work. Who knew."),
            DemoConversation("Cake is on you. 🎂", "Deal. Saturday afternoon?"),
            DemoConversation(
                "What was your plan for the \(name)?", "Start easy, then hold on. Managed half of it."),
        ]
    }

    private static func intervals(_ draft: WorkoutDraft) -> [DemoConversation] {
        let name = WorkoutPattern(draft.title).spokenName ?? draft.title
        let rate = Measure.whole(draft.strokeRate)
        return aboutSplits(draft.detail?.intervals.compactMap(\.split) ?? []) + [
            DemoConversation(
                "\(name)? Brave.", "It was that or cleaning the kitchen.", "Food never tasted better."),
            DemoConversation(
                "Rate \(rate) and that split? Long strokes.", "Working on the legs first, like you said.",
                "Coach will be pleased to hear it.", sports: [.rowing]),
            DemoConversation(
                "Same set on Thursday, together?", "Yes! Half past six?", "Only if you set the pace."),
        ]
    }

    /// Comments that fit the splits.
    private static func aboutSplits(_ splits: [Double]) -> [DemoConversation] {
        guard let fastest = splits.min(), let slowest = splits.max(), splits.count > 1 else { return [] }
        if slowest <= fastest * 1.01 {
            return [
                DemoConversation(
                    "So even, all of them.", "The screen was right in front of me, no excuse.",
                    "Took me a year to learn that.")
            ]
        }
        guard splits.last == fastest else { return [] }
        return [
            DemoConversation(
                "Last one fastest, of course.", "There's always something left when it's the last.",
                "Only because you were watching.")
        ]
    }

    private static func steady(_ draft: WorkoutDraft) -> [DemoConversation] {
        let heart = Measure.whole(draft.averageHeartRate)
        return [
            DemoConversation(
                "Lovely and calm.", "Exactly what the plan said, for once.", "Half asleep, honestly."),
            DemoConversation(
                "Average \(heart) at that split, your engine is getting better.",
                "Slowly. Last winter it was ten beats more."),
            DemoConversation(
                "Did you find a good podcast?", "Two episodes about lighthouses.",
                "No, just the fan and my thoughts."),
            DemoConversation(
                "These are the ones that count.", "I keep telling myself that.", "See you at the next one?"),
            DemoConversation(
                "What drag factor do you use?", "About 118. Lighter than it used to be.", sports: [.rowing]),
            DemoConversation(
                "What drag factor do you use?", "About 90. Lighter than it used to be.", sports: [.skiing]),
        ]
    }

    private static let onWater = [
        DemoConversation(
            "Jealous. Here it was all white caps.", "We had an hour of glass, then wind.",
            "Come up at the weekend!"),
        DemoConversation("Did the swans let you pass?", "We negotiated.", "Only after the second attempt."),
        DemoConversation("First outing without gloves?", "Yes, and already three blisters."),
    ]

    private static func run(_ draft: WorkoutDraft) -> [DemoConversation] {
        let distance = Measure.distance(draft.distance, of: .running)
        let pace = Measure.pace(split: nil, distance: draft.distance, duration: draft.duration, of: .running)
        return [
            DemoConversation("Which loop was that?", "To the lock and back.", "The usual, plus the bridge."),
            DemoConversation(
                "\(pace) looks comfortable.", "It was, until the last hill.", "Talking pace the whole way."),
            DemoConversation(
                "\(distance) and still smiling?", "There's a bakery at the end.", "Smiling since I sat down."),
            DemoConversation("New shoes?", "Third run in them. Still in love.", "Same old ones, sadly."),
            DemoConversation(
                "I was on the sofa when you did this.", "The sofa was my cool-down.",
                "Next time I ring your bell."),
        ]
    }

    private static let runIntervals = [
        DemoConversation(
            "Track or canal path?", "Track. Lane three, it was busy.", "Canal path, dodging dogs."),
        DemoConversation("Those rests look short.", "They felt shorter.", "Long enough to regret it."),
        DemoConversation(
            "You're getting quicker at these.", "The group pulls me along.", "Slowly, every week a second."),
    ]

    private static func ride(_ draft: WorkoutDraft) -> [DemoConversation] {
        let distance = Measure.distance(draft.distance, of: .cycling)
        return [
            DemoConversation(
                "Tailwind, admit it. 😄", "Both ways! No one believes me.", "Only on the way home."),
            DemoConversation(
                "\(distance)! Café stop included?", "Two, and one was for the bike.",
                "Of course. Almond croissant."),
            DemoConversation(
                "How are the roads up there?", "Dry, and gravel on the last bend.",
                "New asphalt up to the chapel. A dream."),
            DemoConversation(
                "Take me along next time?", "Sunday at nine by the bridge.", "With pleasure. Bring lights."),
        ]
    }

    private static func lift(_ draft: WorkoutDraft) -> [DemoConversation] {
        let sets = draft.detail?.sets ?? []
        let heaviest = sets.max { ($0.weight ?? 0) < ($1.weight ?? 0) }
        let weight = Measure.weight(heaviest?.weight)
        let exercise = heaviest?.exercise.lowercased() ?? "last set"
        return [
            DemoConversation(
                "\(weight) on the \(exercise)! Belt or no belt?",
                "No belt yet. Saving it for when it's heavy.", "Belt for the last two sets."),
            DemoConversation(
                "How was the last set?", "Slow, but all of it up.", "The face I made scared the neighbours."),
            draft.title.hasSuffix("deload")
                ? DemoConversation("An easy week already?", "Every fifth. My knees are grateful.")
                : DemoConversation(
                    "The bar gets heavier every month.", "Two and a half kilos at a time.",
                    "The plan says so, I just obey."),
            DemoConversation("Still doing three days a week?", "Two, when the other training is hard."),
        ]
    }

    private static let swim = [
        DemoConversation("How cold was it?", "Cold enough to swim fast.", "Fine after the first minute."),
        DemoConversation("I can't even count that many lengths.", "I lose count as well and round down."),
    ]
    private static let hike = [
        DemoConversation(
            "Was the hut open?", "Yes, and the soup was worth it.", "Closed until May, luckily I had bread."),
        DemoConversation("What a view that must have been.", "For five minutes, between two clouds."),
    ]
    private static let walk = [
        DemoConversation("Did you see the herons?", "Two of them, and one very proud dog."),
        DemoConversation("Rest days count, too.", "That is what my legs said."),
    ]
    private static let yoga = [
        DemoConversation("My hips could use that, too.", "Come on Sunday, I have a second mat."),
        DemoConversation("Did you fall asleep at the end?", "Every single time."),
    ]
}

extension WorkoutDraft {
    /// Whether the title is a plan with repeated intervals.
    fileprivate var isRepeats: Bool {
        if case .intervals = WorkoutPattern(title) { true } else { false }
    }
}
