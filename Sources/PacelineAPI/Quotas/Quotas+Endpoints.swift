import Paceline

extension API {
    public static let storage = Endpoint<NoParameters, NoParameters, EmptyBody, StorageUse>(
        .get, "/v1/me/storage", id: "storage", .people, "Get how much storage you use",
        notes: """
            Avatar, header, photos of workouts, and their details (intervals, sets and notes). A picture counts in \
            full each time it is used. In the first week after signing up, the limit is lower.
            """,
        .account { services, _ in try await services.storage() })
}
