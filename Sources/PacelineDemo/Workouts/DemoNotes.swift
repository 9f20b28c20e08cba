import Paceline

/// What people note about their own workouts.
enum DemoNotes {
    /// - Returns: notes that fit the workout; empty for none.
    static func notes(on draft: WorkoutDraft, _ role: DemoSession.Role) -> [String] {
        switch (draft.type, role) {
        case (.rowing, .test), (.skiing, .test):
            [
                "First 500 too brave, third one honest, last one empty.",
                "Planned even splits and nearly got them. Spent the rest of the morning on the floor.",
            ]
        case (.rowing, .hard), (.skiing, .hard):
            [
                "Held the rate and pushed the legs. Last one with everything.",
                "Straps looser today, much better finish.",
            ]
        case (.rowing, _), (.skiing, _):
            ["Nose breathing only, as promised.", "Podcast rowing. Kept the heart rate down."]
        case (.running, .test): ["Started behind the fast group and caught a few on the last hill."]
        case (.running, _):
            [
                "New shoes, no blisters. 👟", "Wind in the face both ways, somehow.",
                "Stopped twice for photos.",
            ]
        case (.cycling, _): ["Headwind out, tailwind home.", "Two gates, one dog, no punctures."]
        case (.strength, _):
            ["Bar speed was good, so I kept two in reserve.", "Slept badly, still hit every set."]
        case (.swimming, _): ["Cold enough to swim fast."]
        default: []
        }
    }
}
