import Paceline

/// A note about one's own workout.
struct DemoNote: Equatable {
    let text: String
    /// The sports that the text fits.
    let sports: Set<WorkoutType>
    /// The sessions that the text fits.
    let roles: Set<DemoSession.Role>
    /// Whether the text fits only an ergometer, not the water.
    let isIndoors: Bool

    private init(
        _ text: String, _ sports: Set<WorkoutType>, _ roles: Set<DemoSession.Role> = anyRole,
        isIndoors: Bool = false
    ) {
        self.text = text
        self.sports = sports
        self.roles = roles
        self.isIndoors = isIndoors
    }

    private static let anyRole: Set<DemoSession.Role> = [.test, .hard, .long, .easy]
    private static let calm: Set<DemoSession.Role> = [.long, .easy]

    private static let all = [
        DemoNote("Too brave at first, honest in the middle, empty at the end.", [.rowing, .skiing], [.test]),
        DemoNote(
            "Planned even splits and nearly got them. Spent the rest of the morning on the floor.",
            [.rowing, .skiing], [.test]),
        DemoNote("Held the rate and pushed the legs. Last one with everything.", [.rowing], [.hard]),
        DemoNote("Straps looser today, much better finish.", [.rowing], [.hard]),
        DemoNote("Nose breathing only, as promised.", [.rowing, .skiing], calm),
        DemoNote("Podcast rowing. Kept the heart rate down.", [.rowing], calm, isIndoors: true),
        DemoNote("Podcast on the SkiErg. Kept the heart rate down.", [.skiing], calm, isIndoors: true),
        DemoNote("Started behind the fast group and caught a few on the last hill.", [.running], [.test]),
        DemoNote("New shoes, no blisters. 👟", [.running], [.hard, .long, .easy]),
        DemoNote("Wind in the face both ways, somehow.", [.running], [.hard, .long, .easy]),
        DemoNote("Stopped twice for photos.", [.running], calm),
        DemoNote("Headwind out, tailwind home.", [.cycling]),
        DemoNote("Two gates, one dog, no punctures.", [.cycling]),
        DemoNote("Bar speed was good, so I kept two in reserve.", [.strength]),
        DemoNote("Slept badly, still hit every set.", [.strength]),
        DemoNote("Cold enough to swim fast.", [.swimming]),
    ]

    /// - Returns: notes that fit the workout; empty for none.
    static func notes(on draft: WorkoutDraft, _ role: DemoSession.Role) -> [DemoNote] {
        all.filter {
            $0.sports.contains(draft.type) && $0.roles.contains(role)
                && (!$0.isIndoors || draft.source == "Concept2")
        }
    }
}
