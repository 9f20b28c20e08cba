import Paceline

extension API {
    public static let anomalies = Endpoint<NoParameters, AnomaliesQuery, EmptyBody, Page<WorkoutAnomaly>>(
        .get, "/v1/moderation/anomalies", id: "anomalies", .moderation,
        "List workouts that look impossible or unusual, oldest first",
        notes: """
            `held` and `appealed` workouts wait for a decision. `late` ones are held, too, but are not listed until \
            their owner asks, and then as `held`. `listed` ones count. Titles and sources are left out.
            """,
        .staff(.moderator) { try await $0.anomalies(in: $1.query.state, $1.query.page.page) })

    public static let decideWorkout = Endpoint<
        WorkoutPath, NoParameters, WorkoutDecisionDraft, WorkoutAnomaly
    >(
        .post, "/v1/moderation/anomalies/{id}/decision", id: "decideWorkout", .moderation,
        "Decide whether a workout counts",
        notes: """
            Its owner is notified. Adults and teenagers read the reason; children and people of unknown age do not. It \
            has no links, and no words that the content filter masks. `If-Match` is required, with the milliseconds of \
            `at` in quotes, or of `updatedAt` for a workout that is not listed, which can be excluded only: the \
            decision fails if the workout was edited or decided meanwhile. Your own workouts, those of staff with the \
            same or a higher role, and those of people with whom you share a friendship, a follow, a group or a block \
            are neither listed nor found. You cannot decide about appeals against your own decision.
            """,
        headers: .requiredIfMatch, errors: [.workoutNotFound],
        .staff(.moderator) { session, request in
            guard let version = request.version else {
                throw SocialError(
                    .malformed,
                    "Send If-Match with the version of the workout: the milliseconds of its `at` in quotes.")
            }
            return try await session.decide(request.path.id, request.body, ifMatch: version)
        })
}

/// The query of the list of anomalies: the state, and the page.
public struct AnomaliesQuery: Parameters {
    public var state: AnomalyState
    public var page: PageQuery

    static let state = Parameter<AnomalyState>.choice(
        "state", "The state of the workouts; `held` by default.")
    public static let descriptions = [state.description] + PageQuery.descriptions

    public init(_ state: AnomalyState = .held, _ page: PageRequest = PageRequest()) {
        self.state = state
        self.page = PageQuery(page)
    }

    public init(_ values: ParameterReader) throws {
        state = try values.value(of: Self.state) ?? .held
        page = try PageQuery(values)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.state, state)
        page.write(to: &writer)
    }
}
