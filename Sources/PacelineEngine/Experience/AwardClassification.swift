import Paceline

/// Which of a person's workouts are duplicates, and where each competes for XP.
struct AwardClassification {
    /// The same awards, with their status, day and ``StoredAward/bridgesDays``; not settled yet. What is held for
    /// its day stays so.
    private(set) var awards: [Workout.ID: StoredAward]

    /// - Parameters:
    ///   - awards: with all that overlap them, directly or through others.
    ///   - originals: those of the duplicates among them.
    init(_ awards: [StoredAward], originals: [Workout.ID: Workout.ID], in zones: TimeZoneHistory) {
        self.awards = Dictionary(uniqueKeysWithValues: awards.map { ($0.workout, $0) })
        var competitors: [SettlementPlace.Competitor] = []
        for award in awards {
            let original = originals[award.workout].flatMap { self.awards[$0] }
            let day = zones.naturalDay(of: award)
            self.awards[award.workout]?.releaseFromDay()
            if !award.statusAlone.isWithheld {
                self.awards[award.workout]?.status = original == nil ? .counted : .duplicate
            }
            if award.isHeldForDay { self.awards[award.workout]?.holdForDay() }
            self.awards[award.workout]?.day = day
            self.awards[award.workout]?.bridgesDays = false
            guard award.hasSettlementPlace else { continue }
            let fixed = original.flatMap { $0.isLongerThanADay ? zones.naturalDay(of: $0) : nil }
            competitors.append(SettlementPlace.Competitor(award.recording, on: day, fixedTo: fixed))
        }
        for (id, place) in SettlementPlace.places(of: competitors) {
            switch place {
            case .day(let day): self.awards[id]?.day = day
            case .nowhere: self.awards[id]?.bridgesDays = true
            }
        }
    }
}

extension TimeZoneHistory {
    /// The award day of the start, in the time zone at the start.
    func naturalDay(of award: StoredAward) -> Day {
        awardDay(of: award.startedAt, publishedIn: award.zone)
    }
}

extension AwardClassification {
    /// Classifies all awards of a person anew.
    init(ofAll awards: [StoredAward], in zones: TimeZoneHistory) {
        let known = Dictionary(uniqueKeysWithValues: awards.map { ($0.workout, $0) })
        self.init([], originals: [:], in: zones)
        var alone = Set(known.keys)
        for group in AwardSettlement.groups(of: awards.compactMap { RecordedTime($0) }) {
            let members = group.compactMap(\.workout).compactMap { known[$0] }
            let originals = DuplicateRule.originals(of: members.map(\.recording))
            self.awards.merge(AwardClassification(members, originals: originals, in: zones).awards) { $1 }
            alone.subtract(members.map(\.workout))
        }
        let others = alone.compactMap { known[$0] }
        self.awards.merge(AwardClassification(others, originals: [:], in: zones).awards) { $1 }
    }

    /// The XP of each day, as viewers at the closeness see it.
    func xp(seenFrom closeness: Closeness) -> [Day: Int] {
        let seen = awards.values.filter { $0.competes && $0.visibility.rawValue >= closeness.rawValue }
        return Dictionary(grouping: seen, by: \.day)
            .mapValues { day in
                Settlement.awards(for: day.map { $0.candidate(original: nil) }).values.reduce(0) {
                    $0 + $1.amount
                }
            }
            .filter { $0.value > 0 }
    }
}
