import Paceline

extension API {
    public static let experiencePolicy = Endpoint<
        NoParameters, NoParameters, EmptyBody, ExperiencePolicy
    >(
        .get, "/v1/experience/policy", id: "experiencePolicy", .experience,
        "Get the formula by which new workouts earn XP",
        notes: """
            A workout is worth its kilometres × `perKilometre`, plus its minutes × (`perMinute` + heart rate / 90), \
            plus 12 per tonne lifted, rounded down. The rate without `type` is that of all other sports. Workouts keep \
            the policy under which they were first published.
            """,
        headers: .ifNoneMatch,
        .member { services, _ in try await services.experiencePolicy() })

    public static let experience = Endpoint<NoParameters, NoParameters, EmptyBody, Experience>(
        .get, "/v1/me/experience", id: "experience", .experience, "Get your XP and level",
        headers: .ifNoneMatch,
        .member { services, _ in try await services.experience() })

    public static let ledger = Endpoint<NoParameters, PageQuery, EmptyBody, Page<LedgerEntry>>(
        .get, "/v1/me/experience/ledger", id: "ledger", .experience,
        "List the changes of your XP, newest first",
        notes: """
            A workout that earns XP adds an entry. If it earns more or less later, through an edit, its deletion or \
            another workout of the day, another entry adds the difference. Entries never change.
            """,
        .member { try await $0.ledger($1.query.page) })

    public static let achievements = Endpoint<NoParameters, NoParameters, EmptyBody, AchievementList>(
        .get, "/v1/achievements", id: "achievements", .experience,
        "List all achievements and milestones that people can earn", headers: .ifNoneMatch,
        .member { services, _ in AchievementList(items: try await services.achievements()) })

    public static let earnedAchievements = Endpoint<
        PersonPath, NoParameters, EmptyBody, EarnedAchievementList
    >(
        .get, "/v1/people/{person}/achievements", id: "earnedAchievements", .experience,
        "List the achievements and milestones that a person earned, newest first",
        notes: """
            What the person earned by workouts that you can see. Empty if they do not show their statistics and the \
            details of workouts.
            """,
        headers: .ifNoneMatch, errors: [.personNotFound],
        .member { EarnedAchievementList(items: try await $0.achievements(of: $1.path.person)) })
}
