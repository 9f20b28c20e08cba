import Foundation

/// What viewers at each closeness know of a person's badge, or of a level's item: a pure function of the workouts
/// that they see, and of when these were published.
package struct AchievementState: Sendable, Equatable {
    /// When the badge was earned, for each closeness at which viewers see it earned. A closer one has a date if a
    /// more distant one has.
    package private(set) var dates: [Closeness: Date] = [:]
    /// The closenesses to which it was posted, and still is.
    package private(set) var posted: Set<Closeness> = []
    /// The closenesses to which it was ever posted.
    package private(set) var everPosted: Set<Closeness> = []

    /// How old a workout may be for what it earned to be posted, in seconds from its end: 48 hours.
    package static let postedAge: TimeInterval = 2 * 86_400

    package init() {}

    /// A stored state.
    package init(dates: [Closeness: Date], posted: Set<Closeness>) {
        self.dates = dates
        self.posted = posted
        everPosted = posted
    }

    /// Adds the closenesses to which it was ever posted, which are stored separately.
    package mutating func remember(_ everPosted: Set<Closeness>) { self.everPosted.formUnion(everPosted) }

    /// The most distant closeness at which viewers see it earned; nil if no one does.
    package var widest: Closeness? { Self.widest(of: dates.keys) }

    /// The most distant closeness to which it was posted; nil if there is no item.
    package var widestPosted: Closeness? { Self.widest(of: posted) }

    private static func widest(of closenesses: some Sequence<Closeness>) -> Closeness? {
        closenesses.max { $0.rawValue < $1.rawValue }
    }

    /// Replaces the evidence.
    ///
    /// At each closeness, it is posted once: when viewers first see it earned by a workout of the last 48 hours. If an
    /// older workout turns out to have earned it, as after an import, it is no longer news, and its item is withdrawn.
    /// Nor is it news when workouts that were deleted or hidden are published again.
    /// - Parameters:
    ///   - posts: whether to post it; false for histories from before there were badges.
    ///   - mostOpen: the most open visibility of its item. It is not posted to more distant viewers, who could not see
    ///     the item: closer ones would get it again, with the later date of the more distant.
    package mutating func update(
        to evidence: [Closeness: AchievementEvidence], at now: Date, posts: Bool = true,
        upTo mostOpen: ItemVisibility = .public
    ) {
        for closeness in Closeness.allCases where closeness != .blocked {
            let (old, new) = (dates[closeness], evidence[closeness]?.at)
            dates[closeness] = new
            guard let new else {
                posted.remove(closeness)
                continue
            }
            let isRecent = now.timeIntervalSince(new) <= Self.postedAge
            if let old {
                if new < old, !isRecent { posted.remove(closeness) }
            } else if posts, isRecent, closeness.rawValue <= mostOpen.rawValue,
                everPosted.insert(closeness).inserted
            {
                posted.insert(closeness)
            }
        }
    }
}

extension TrainingHistory {
    /// What the workouts earned, as viewers at each closeness see it.
    ///
    /// Closer viewers see more workouts, and with these a badge may not be earned that more distant viewers see earned.
    /// They then get the evidence of the more distant viewers, since they see those workouts as well.
    /// - Parameter records: all of the person's workouts, in any order.
    package static func evidence(
        of records: [TrainingRecord]
    ) -> [Achievement.ID: [Closeness: AchievementEvidence]] {
        var all: [Achievement.ID: [Closeness: AchievementEvidence]] = [:]
        var latest: [Achievement.ID: AchievementEvidence] = [:]
        for closeness in [Closeness.stranger, .follower, .friend, .me] {
            let isChanged = records.contains { $0.visibility.rawValue == closeness.rawValue }
            if isChanged {
                let history = TrainingHistory(
                    records.filter { $0.visibility.rawValue >= closeness.rawValue })
                latest.merge(history.evidence) { $1.at <= $0.at ? $1 : $0 }
            }
            for (id, evidence) in latest { all[id, default: [:]][closeness] = evidence }
        }
        return all
    }
}
