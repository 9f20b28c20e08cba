import Paceline

extension API {
    public static let experiencePolicy = Endpoint<
        NoParameters, NoParameters, EmptyBody, ExperiencePolicy
    >(
        .get, "/v1/experience/policy", id: "experiencePolicy", .experience,
        "Get the formula by which new workouts earn XP",
        notes: """
            A workout is worth its kilometres × `perKilometre`, plus its minutes × (`perMinute` + heart rate / 90), plus \
            12 per tonne lifted, rounded down. The rate without `type` is that of all other sports. Workouts keep the \
            policy under which they were first published.
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
}
