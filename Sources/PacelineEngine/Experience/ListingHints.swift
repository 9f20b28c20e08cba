import Paceline

/// What moderators may be shown of a settlement: the workouts that count or earn XP, if they have changed or did
/// neither before.
struct ListingHints {
    /// The workouts, also if nothing about them is unusual.
    var judged: Set<Workout.ID> = []
    /// Workouts that neither counted nor earned XP before.
    var started: Set<Workout.ID> = []
    /// Workouts that overlap other counted ones for longer than a pause explains.
    var overlappingOthers: Set<Workout.ID> = []
    /// Workouts that are faster than records, together with others of the day.
    var fastTogether: Set<Workout.ID> = []
    /// Workouts that others of the day hold now and did not before, or the reverse.
    var changedSpeedOfDay: Set<Workout.ID> = []
    /// Workouts that are worth no more than others of the sport in these days, or too little to be unusual.
    var unremarkable: Set<Workout.ID> = []
    /// The original of each duplicate. Workouts are not compared with their own originals.
    var originals: [Workout.ID: Workout.ID] = [:]

    mutating func formUnion(_ other: ListingHints) {
        judged.formUnion(other.judged)
        started.formUnion(other.started)
        overlappingOthers.formUnion(other.overlappingOthers)
        fastTogether.formUnion(other.fastTogether)
        changedSpeedOfDay.formUnion(other.changedSpeedOfDay)
        unremarkable.formUnion(other.unremarkable)
        originals.merge(other.originals) { _, new in new }
    }
}
