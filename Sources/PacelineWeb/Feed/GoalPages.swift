import Paceline

/// The form for the weekly goal. Each of its three numbers is optional.
enum GoalPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let goal = user.account.settings.weeklyGoal
        return page(request, nil) { name in Self.shown(goal, name) }
    }

    static func save(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        do {
            _ = try await user.session.update(SettingsChanges(weeklyGoal: try goal(in: request)))
            return .redirect(to: "/").settingCookies(request.cookies.noticeCookie("goalSaved"))
        } catch let error as SocialError where error.code == .invalidValue {
            return page(request, error) { request.form[$0] }
        }
    }

    /// The goal in the form.
    static func goal(in request: WebRequest) throws(SocialError) -> WeeklyGoal {
        WeeklyGoal(
            distance: try amount("distance", request, times: 1_000), volume: try amount("volume", request),
            minutes: try amount("minutes", request))
    }

    /// - Parameter factor: the number of stored units in one unit of the field.
    private static func amount(_ name: String, _ request: WebRequest, times factor: Double = 1)
        throws(SocialError)
        -> Int
    {
        guard let text = request.form[name] else { return 0 }
        guard let number = WorkoutReader.number(in: text) else {
            throw SocialError(.invalidValue, request.localizer("edit.wrong.number"), field: name)
        }
        return Int((number * factor).rounded())
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
        _ request: WebRequest, _ error: SocialError?, values: (String) -> String?
    ) -> PageResponse {
        .page(
            "Feed/goal", title: request.localizer("goal.title"), at: .home, status: error == nil ? 200 : 422,
            view(error, request.localizer, values: values))
    }

    /// The fields of the form.
    static func view(_ error: SocialError?, _ localizer: Localizer, values: (String) -> String?) -> View {
        let fields = ["distance", "volume", "minutes"].map {
            Field(name: $0, label: localizer.texts("goal.\($0)"), hint: localizer.texts("goal.hint.\($0)"))
        }
        // The engine names a field inside the goal. Its only possible error is a value that is too large.
        let named = error.map { error in
            guard let name = error.field?.split(separator: ".").last.map(String.init), error.field != name
            else {
                return error
            }
            return SocialError(.invalidValue, localizer("goal.tooMuch"), field: name)
        }
        return fields.view(named, localizer, values: values)
    }
}
