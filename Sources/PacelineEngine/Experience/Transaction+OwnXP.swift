import Paceline

// Cached workouts are the same for all readers: see `unfiltered`.
extension Transaction {
    /// The workouts with the XP that the viewer sees: of their own what they earned, of others what they are worth.
    func withOwnXP(_ workouts: [Workout]) -> [Workout] {
        guard !isUnfiltered, workouts.contains(where: { $0.award != nil }) else { return workouts }
        return workouts.map { $0.withOwnXP(of: viewer.id) }
    }

    /// The items with the XP that the viewer sees.
    func withOwnXP(_ items: [FeedItem]) -> [FeedItem] {
        guard !isUnfiltered, items.contains(where: { $0.workout?.award != nil }) else { return items }
        return items.map { item in
            guard case .workout(let workout) = item.content else { return item }
            var shown = item
            shown.content = .workout(workout.withOwnXP(of: viewer.id))
            return shown
        }
    }
}

// Moderators are rarely friends, so those who read texts of friends only do not read the reasons of decisions.
extension Transaction {
    /// The workouts without moderators' reasons, if the viewer does not read them. Items have none.
    func withReadReasons(_ workouts: [Workout]) throws -> [Workout] {
        guard try !isUnfiltered && workouts.contains(where: \.hasReason) && viewer.readsFriendsOnly else {
            return workouts
        }
        return workouts.map(\.withoutReason)
    }
}

extension Workout {
    /// Whether moderators have given a reason for their decision.
    fileprivate var hasReason: Bool { experience?.review?.reason != nil }

    fileprivate var withoutReason: Workout {
        var shown = self
        shown.experience?.review?.reason = nil
        return shown
    }

    fileprivate func withOwnXP(of viewer: Person.ID) -> Workout {
        guard let award else { return self }
        var shown = self
        shown.award = nil
        if owner == viewer { shown.xpEarned = award }
        return shown
    }
}
