import Paceline

/// The form for the weekly goal. Each of its three numbers is optional.
enum GoalPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let goal = user.account.settings.weeklyGoal
        return page(request, []) { name in Self.shown(goal, name) }
    }

    static func save(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let (goal, errors) = goal(in: request)
        guard errors.isEmpty else { return page(request, errors) { request.form[$0] } }
        _ = try await user.session.update(SettingsChanges(weeklyGoal: goal))
        return .redirect(to: "/").settingCookies(request.cookies.noticeCookie("goalSaved"))
    }

    /// Shows the form filled in, as it was sent after the session had ended.
    static func restore(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        page(request, []) { request.form[$0] }
    }

    /// The goal in the form, and the errors in its fields.
    static func goal(in request: WebRequest) -> (goal: WeeklyGoal, errors: [SocialError]) {
        var found = ErrorCollector()
        func read(_ name: String, _ range: ClosedRange<Int>, times factor: Double = 1) -> Int {
            found.check { () throws(SocialError) in
                try amount(name, request, in: range, times: factor)
            } ?? 0
        }
        let goal = WeeklyGoal(
            distance: read("distance", WeeklyGoal.Range.distance, times: 1_000),
            volume: read("volume", WeeklyGoal.Range.volume),
            minutes: read("minutes", WeeklyGoal.Range.minutes))
        return (goal, found.errors)
    }

    /// - Parameter factor: the number of stored units in one unit of the field.
    private static func amount(
        _ name: String, _ request: WebRequest, in range: ClosedRange<Int>, times factor: Double
    ) throws(SocialError) -> Int {
        guard let text = request.form[name] else { return 0 }
        guard let number = WorkoutReader.number(in: text) else {
            throw SocialError(.invalidValue, request.localizer("edit.wrong.number"), field: name)
        }
        // Compared as numbers with a fraction, since the text may name more than an integer holds.
        let amount = (number * factor).rounded()
        guard amount <= Double(range.upperBound) else {
            throw SocialError(.invalidValue, request.localizer("goal.tooMuch"), field: name)
        }
        return Int(amount)
    }

    /// The value of a field of the form.
    static func shown(_ goal: WeeklyGoal, _ name: String) -> String? {
        switch name {
        case "distance" where goal.distance > 0: WorkoutFormValues.number(Double(goal.distance) / 1_000)
        case "volume" where goal.volume > 0: "\(goal.volume)"
        case "minutes" where goal.minutes > 0: "\(goal.minutes)"
        default: nil
        }
    }

    private static func page(
        _ request: WebRequest, _ errors: [SocialError], values: (String) -> String?
    ) -> PageResponse {
        .page(
            "Feed/goal", title: request.localizer("goal.title"), at: .home,
            status: errors.isEmpty ? 200 : 422,
            view(errors, request.localizer, values: values))
    }

    /// The fields of the form.
    static func view(
        _ errors: [SocialError], _ localizer: Localizer, values: (String) -> String?
    ) -> View {
        let fields = ["distance", "volume", "minutes"].map {
            Field(name: $0, label: localizer.texts("goal.\($0)"), hint: localizer.texts("goal.hint.\($0)"))
        }
        return fields.view(errors, localizer, values: values)
    }
}
