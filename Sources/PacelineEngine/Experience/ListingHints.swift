import Paceline

/// What moderators may be shown of a settlement: of the workouts that count or earn XP, those that have changed, and
/// those that did neither before.
struct ListingHints {
    /// The workouts, also if nothing about them is unusual.
    var judged: Set<Workout.ID> = []
    /// Those that did neither before.
    var started: Set<Workout.ID> = []
    /// Those that overlap another one that counts for longer than a pause explains.
    var overlappingOthers: Set<Workout.ID> = []
    /// Those that are worth no more than others of the sport in these days, or too little to be unusual.
    var unremarkable: Set<Workout.ID> = []
    /// The original of each that is a duplicate. Workouts are not compared with their own originals.
    var originals: [Workout.ID: Workout.ID] = [:]

    mutating func formUnion(_ other: ListingHints) {
        judged.formUnion(other.judged)
        started.formUnion(other.started)
        overlappingOthers.formUnion(other.overlappingOthers)
        unremarkable.formUnion(other.unremarkable)
        originals.merge(other.originals) { _, new in new }
    }
}
