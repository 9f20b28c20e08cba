import Paceline
import PacelineEngine

/// The user's XP: level, ledger, and how it is calculated.
enum ExperiencePages {
    private static let entriesShown = 30

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        let page = try await user.session.experiencePage(request.page(of: entriesShown))
        let entries = page.ledger.items.map { entry in
            LedgerEntryView(
                entry, entry.workout.flatMap { page.workouts[$0] },
                entry.redemption.flatMap { page.redemptions[$0] }, localizer
            ).view
        }
        let view = LevelView(page.experience, localizer).view
            .merging(PolicyView(ExperiencePolicy.current, localizer).view)
            .merging([
                "back": .back(to: "/@\(user.account.username ?? "")", named: user.account.displayName),
                "badges": .list(
                    page.achievements.prefix(PersonPages.badgesShown).map { BadgeView($0, localizer).view }),
                "hasBadges": .flag(!page.achievements.isEmpty), "entries": .list(entries),
                "empty": entries.isEmpty ? .view(empty(localizer)) : .nothing,
                "more": request.moreLink(page.ledger.next, in: "ledger", "experience.older"),
            ])
        return .page("Experience/experience", title: localizer("experience.title"), at: .me, view)
    }

    private static func empty(_ localizer: Localizer) -> View {
        EmptyState(
            icon: .trophy, title: localizer("experience.none"),
            text: localizer("experience.noneText", ["days": "\(ExperienceLimits.publicationDays)"]),
            link: ("/workouts/add", localizer("edit.new"))
        ).view
    }
}

/// The user's level, with progress towards the next one and the limit of the day.
struct LevelView: Sendable {
    let view: View
    let bars: [View]

    init(_ experience: Experience, _ localizer: Localizer) {
        let level = Level(lifetime: experience.lifetime)
        let next = Self.bar(
            localizer("experience.toNext", ["level": "\(level.next.number)"]),
            localizer(
                "experience.left", ["xp": localizer.xp(experience.nextLevel - experience.lifetime)]),
            experience.lifetime - level.start, of: experience.nextLevel - level.start)
        let today = Self.bar(
            localizer("experience.today"),
            localizer(
                "experience.of",
                [
                    "xp": Measure.grouped(experience.today),
                    "limit": localizer.xp(ExperienceLimits.dailyXP),
                ]),
            experience.today, of: ExperienceLimits.dailyXP)
        bars = [next, today]
        view = [
            "level": .text(localizer("experience.level", ["level": "\(experience.level)"])),
            "lifetime": .text(localizer.xp(experience.lifetime)), "bars": .list(bars),
            "balance": .text(localizer("rewards.balance", ["xp": localizer.xp(experience.balance)])),
        ]
    }

    private static func bar(_ name: String, _ text: String, _ value: Int, of most: Int) -> View {
        [
            "name": .text(name), "text": .text(text), "value": .text("\(min(value, most))"),
            "most": .text("\(most)"), "isReached": .flag(value >= most),
        ]
    }
}

/// An entry of the ledger: what a workout earned, or no longer earns, or what was paid for a reward.
struct LedgerEntryView: Sendable {
    let view: View

    /// - Parameters:
    ///   - workout: the workout of the entry; nil if it was deleted, or if there is none.
    ///   - redemption: the redeemed reward of the entry; nil if there is none.
    init(
        _ entry: LedgerEntry, _ workout: Workout?, _ redemption: Redemption?, _ localizer: Localizer
    ) {
        let isLess = entry.amount < 0
        view = [
            "href": .text(
                optional: workout.map { "/workouts/\($0.id)" }
                    ?? redemption.map { "/experience/redemptions/\($0.id)" }),
            "title": .text(
                workout?.shownTitle ?? redemption?.title ?? localizer("experience.deleted")),
            "time": .view(localizer.time(entry.at)),
            "note": .text(optional: Self.note(entry, isDeleted: workout == nil, localizer)),
            "amount": .text(
                localizer(
                    isLess ? "experience.less" : "experience.more",
                    ["xp": Measure.grouped(entry.amount.magnitude)])),
            "total": .text(localizer("experience.total", ["xp": localizer.xp(entry.lifetime)])),
        ]
    }

    private static func note(_ entry: LedgerEntry, isDeleted: Bool, _ localizer: Localizer) -> String? {
        if let reason = entry.reason { return localizer.explanation(of: reason) }
        return switch entry.kind {
        case .reversed: isDeleted ? nil : localizer("experience.corrected")
        case .redeemed: localizer("rewards.spent", ["rest": localizer.xp(entry.balance)])
        case .refunded: localizer("rewards.state.refunded")
        case .earned, .unknown: nil
        }
    }
}

/// How XP is calculated: a table of rates, and the limits.
struct PolicyView: Sendable {
    let view: View

    init(_ policy: ExperiencePolicy, _ localizer: Localizer) {
        let rules = [
            localizer(
                "experience.policy.heartRate",
                [
                    "beats": "\(ExperiencePolicy.beatsPerXP)",
                    "most": localizer(
                        "unit.bpm", ["number": "\(ExperiencePolicy.heartRateLimit)"]),
                ]),
            localizer("experience.policy.volume", ["xp": localizer.xp(ExperiencePolicy.xpPerTonne)]),
        ]
        let limits = [
            ("day", Measure.grouped(ExperienceLimits.dailyXP)),
            ("workouts", "\(ExperienceLimits.dailyWorkouts)"),
            (
                "apart",
                localizer("experience.policy.minutes", ["minutes": "\(ExperienceLimits.cooldownMinutes)"])
            ),
            ("within", localizer("experience.policy.days", ["days": "\(ExperienceLimits.publicationDays)"])),
        ]
        view = [
            "rates": .list(policy.rates.map { Self.row($0, localizer) }),
            "rules": .list(rules.map { ["text": .text($0)] }),
            "example": .text(
                localizer("experience.policy.example", ["xp": localizer.xp(policy.worth(of: Self.example))])),
            "limits": .list(
                limits.map { name, value in
                    ["name": .text(localizer("experience.policy.\(name)")), "value": .text(value)]
                }),
        ]
    }

    private static func row(_ rate: ExperiencePolicy.Rate, _ localizer: Localizer) -> View {
        [
            "sport": .text(rate.type.map(localizer.typeName) ?? localizer("experience.policy.others")),
            "perKilometre": .text(rate.perKilometre == 0 ? "–" : "\(rate.perKilometre)"),
            "perMinute": .text("\(rate.perMinute)"),
        ]
    }

    /// The run that the text describes.
    private static let example = ExperiencePolicy.Effort(
        type: .running, millimetres: 10_000_000, milliseconds: 3_600_000, grams: 0, centibeats: 15_000,
        isCompleted: true)
}
