import Foundation

/// What each audience knows of an achievement of a person, or of a level's item: a pure function of the workouts that
/// the audience sees, and of when they were published.
package struct AchievementState: Sendable, Equatable {
    /// When the achievement was earned, for each audience that sees it earned. A closer audience has a date if a more
    /// distant one has.
    package private(set) var dates: [Closeness: Date] = [:]
    /// The audiences to which it was posted.
    package private(set) var posted: Set<Closeness> = []

    /// How old a workout may be to be posted, in seconds from its end: 48 hours.
    package static let postedAge: TimeInterval = 2 * 86_400

    package init() {}

    /// A stored state.
    package init(dates: [Closeness: Date], posted: Set<Closeness>) {
        self.dates = dates
        self.posted = posted
    }

    /// The most distant audience that sees it earned; nil if none does.
    package var widest: Closeness? { Self.widest(of: dates.keys) }

    /// The most distant audience to which it was posted; nil if there is no item.
    package var widestPosted: Closeness? { Self.widest(of: posted) }

    private static func widest(of audiences: some Sequence<Closeness>) -> Closeness? {
        audiences.max { $0.rawValue < $1.rawValue }
    }

    /// Replaces the evidence.
    ///
    /// It is posted to an audience when the audience first sees it earned, by a workout of the last 48 hours, and not
    /// again. When an older workout turns out to have earned it, as after an import, it is no news: then it is no longer
    /// posted.
    /// - Parameter posts: whether to post it; false for histories from before achievements.
    package mutating func update(
        to evidence: [Closeness: AchievementEvidence], at now: Date, posts: Bool = true
    ) {
        for audience in Closeness.allCases where audience != .blocked {
            let (old, new) = (dates[audience], evidence[audience]?.at)
            dates[audience] = new
            guard let new else {
                posted.remove(audience)
                continue
            }
            let isRecent = now.timeIntervalSince(new) <= Self.postedAge
            if let old {
                if new < old, !isRecent { posted.remove(audience) }
            } else if posts, isRecent {
                posted.insert(audience)
            }
        }
    }
}

extension TrainingHistory {
    /// What the workouts earned, as each audience sees it.
    ///
    /// If only a more distant audience sees an achievement earned, closer ones see its evidence: they see the same
    /// workouts.
    /// - Parameter records: all of the person's workouts, in any order.
    package static func evidence(
        of records: [TrainingRecord]
    ) -> [Achievement.ID: [Closeness: AchievementEvidence]] {
        var all: [Achievement.ID: [Closeness: AchievementEvidence]] = [:]
        var latest: [Achievement.ID: AchievementEvidence] = [:]
        for audience in [Closeness.stranger, .follower, .friend, .me] {
            let isChanged = records.contains { $0.visibility.rawValue == audience.rawValue }
            if isChanged {
                let history = TrainingHistory(
                    records.filter { $0.visibility.rawValue >= audience.rawValue })
                latest.merge(history.evidence) { $1 }
            }
            for (id, evidence) in latest { all[id, default: [:]][audience] = evidence }
        }
        return all
    }
}
