import Paceline
import PacelineEngine

/// The workouts that moderators decide about.
enum ModerationPages {
    private static let path = "/moderation/workouts"
    private static let casesShown = 20
    /// The states that have a tab.
    private static let states: [AnomalyState] = [.held, .appealed, .listed, .approved, .excluded]

    /// What a moderator entered about a workout.
    private struct Entered {
        let workout: Workout.ID
        let reason: String?
        /// What is wrong with the reason.
        var error: String?
    }

    /// The entry among the settings of the staff.
    static func entry(_ localizer: Localizer) -> View {
        [
            "title": .text(localizer("moderation.title")), "text": .text(localizer("moderation.text")),
            "href": .text(path), "isShown": false,
        ]
    }

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmed { try await list(request, user, nil) }
    }

    /// Shows one workout with the form to decide about it, also if it is in no list.
    static func showWorkout(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let workout: Workout.ID = try request.id()
        return try await confirmed(at: "\(path)/\(workout)") {
            try await page(request, user, Entered(workout: workout, reason: nil))
        }
    }

    /// Shows the form filled in, as it was sent after the session had ended.
    static func restore(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let entered = Entered(workout: try request.id(), reason: request.form["reason"])
        return try await confirmed { try await page(request, user, entered) }
    }

    static func decide(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmed { try await decided(request, user) }
    }

    /// Whether the form was on a list of workouts, and not on the page of one.
    private static func isOnList(_ request: WebRequest) -> Bool { request.query["state"] != nil }

    private static func decided(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try expectStaff(user)
        let workout: Workout.ID = try request.id()
        let outcome = WorkoutDecision.Outcome(rawValue: request.form["outcome"] ?? "")
        let reason = request.form["reason"]?.replacing("\r\n", with: "\n")
        do {
            guard let outcome else {
                throw SocialError(.invalidValue, request.localizer("moderation.choose"), field: "reason")
            }
            guard let version = request.form["version"].flatMap({ Version($0) }) else {
                throw SocialError(.preconditionFailed, "The form has no version.")
            }
            _ = try await user.session.decide(
                workout, WorkoutDecisionDraft(outcome: outcome, reason: reason ?? ""),
                ifMatch: version)
        } catch let error as SocialError where error.field == "reason" {
            let message = outcome == nil ? error.message : message(for: error, reason, request.localizer)
            return try await page(
                request, user, Entered(workout: workout, reason: reason, error: message))
        }
        return .redirect(to: isOnList(request) ? path : "/workouts/\(workout)")
            .settingCookies(request.cookies.noticeCookie("workoutDecided"))
    }

    private static func message(
        for error: SocialError, _ reason: String?, _ localizer: Localizer
    ) -> String {
        let rule = TextRule.decisionReason
        return Field(name: rule.field, label: localizer("moderation.reason"), length: rule.length)
            .message(for: error, reason, localizer)
    }

    /// Runs the action; first, a session that was opened with a weak credential must be confirmed.
    /// - Parameter next: where to continue after confirming.
    private static func confirmed(
        at next: String = path, _ act: () async throws -> PageResponse
    ) async throws -> PageResponse {
        try await ReauthenticationPages.confirming(continuingAt: LocalPath(next), act)
    }

    /// To members, the page does not exist.
    private static func expectStaff(_ user: SignedInUser) throws {
        guard user.session.role != nil else { throw SocialError.pageNotFound }
    }

    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ entered: Entered
    ) async throws -> PageResponse {
        try expectStaff(user)
        guard !isOnList(request) else { return try await list(request, user, entered) }
        let localizer = request.localizer
        let anomaly = try await user.session.anomaly(of: entered.workout)
        let view = AnomalyView(
            anomaly, isOnList: false, reason: entered.reason, error: entered.error,
            localizer)
        return .page(
            "Moderation/workout", title: localizer("moderation.check"),
            status: entered.error == nil ? 200 : 422,
            [
                "back": .back(to: "/workouts/\(entered.workout)", named: localizer("moderation.workout")),
                "lead": .text(lead(for: anomaly.state, localizer)),
                "cases": .list([view.view]),
            ])
    }

    private static func lead(for state: AnomalyState, _ localizer: Localizer) -> String {
        switch state {
        case .held, .late: localizer("moderation.heldText")
        case .appealed: localizer("moderation.appealedText")
        case .approved: localizer("moderation.approvedText")
        case .excluded: localizer("moderation.excludedText")
        case .listed, .unknown: localizer("moderation.checkText")
        }
    }

    private static func list(
        _ request: WebRequest, _ user: SignedInUser, _ entered: Entered?
    ) async throws -> PageResponse {
        try expectStaff(user)
        let localizer = request.localizer
        let state = request.query["state"].flatMap(AnomalyState.init(rawValue:)) ?? .held
        let found = try await user.session.anomalies(in: state, request.page(of: casesShown))
        let cases = found.items.map { anomaly in
            AnomalyView(
                anomaly, isOnList: true, reason: entered?.workout == anomaly.id ? entered?.reason : nil,
                error: entered?.workout == anomaly.id ? entered?.error : nil, localizer
            ).view
        }
        let empty = EmptyState(
            icon: .trophy, title: localizer("moderation.none"), text: localizer("moderation.noneText"))
        return .page(
            "Moderation/workouts", title: localizer("moderation.title"),
            status: entered?.error == nil ? 200 : 422,
            [
                "tabs": .view(tabs(state, localizer)), "cases": .list(cases),
                "empty": cases.isEmpty ? .view(empty.view) : .nothing,
                "more": request.moreLink(found.next, "moderation.more", of: path, keeping: ["state"]),
            ])
    }

    private static func tabs(_ shown: AnomalyState, _ localizer: Localizer) -> View {
        let pages = states.map { state -> View in
            [
                "text": .text(localizer("moderation.state.\(state.rawValue)")),
                "href": .text("\(path)?state=\(state.rawValue)"), "isShown": .flag(state == shown),
            ]
        }
        return ["label": .text(localizer("moderation.tabs")), "pages": .list(pages)]
    }
}

/// A workout that looks impossible or unusual, with the form to decide about it.
struct AnomalyView: Sendable {
    let view: View

    /// - Parameters:
    ///   - isOnList: whether it is on a list of workouts with its state, and not on a page of its own.
    ///   - reason: what was entered in the form.
    ///   - error: what is wrong with it.
    init(
        _ anomaly: WorkoutAnomaly, isOnList: Bool, reason: String?, error: String?, _ localizer: Localizer
    ) {
        let summary = WorkoutView(workout: anomaly.workout, localizer: localizer)
        let form: View = [
            "action": .text(
                "/moderation/workouts/\(anomaly.id)" + (isOnList ? "?state=\(anomaly.state.rawValue)" : "")),
            // A plausible one counts already.
            "canApprove": .flag(anomaly.state != .listed || !anomaly.limits.isEmpty),
            "version": .text(anomaly.version.description), "reason": .text(reason ?? ""),
            "error": .text(optional: error),
        ]
        view = anomaly.owner.line.merging([
            "case": .text("\(anomaly.id)"),
            "title": .text(summary.type),
            "moment": .text(localizer.moment(anomaly.workout.startedAt)), "facts": .list(summary.facts),
            "limits": .view(optional: localizer.explanations(of: anomaly.limits)),
            "decisions": .list(
                anomaly.decisions.map { ["text": .text(Self.sentence(for: $0, localizer))] }),
            "form": anomaly.state.isOpen ? .view(form) : .nothing,
        ])
    }

    private static func sentence(for decision: WorkoutDecision, _ localizer: Localizer) -> String {
        localizer(
            "moderation.decided.\(decision.outcome.rawValue)",
            [
                "who": decision.decider?.displayName ?? localizer("moderation.operator"),
                "when": localizer.moment(decision.at), "reason": decision.reason,
            ])
    }
}
