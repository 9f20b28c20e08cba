import Paceline

/// What somebody wants to reach each week: a form of three numbers, of which each may stay empty.
enum GoalPages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let goal = caller.account.settings.weeklyGoal
        return page(visit, nil) { name in Self.shown(goal, name) }
    }

    static func save(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        do {
            let goal = WeeklyGoal(
                distance: try amount("distance", visit, times: 1_000), volume: try amount("volume", visit),
                minutes: try amount("minutes", visit))
            _ = try await caller.session.update(SettingsChanges(weeklyGoal: goal))
            return .redirect(to: "/").setting(visit.cookies.noting("goalSaved"))
        } catch let error as SocialError where error.code == .invalidValue {
            return page(visit, error) { visit.form[$0] }
        }
    }

    /// - Parameter factor: how many of the goal's units one of the field's has.
    private static func amount(_ name: String, _ visit: Visit, times factor: Double = 1) throws(SocialError)
        -> Int
    {
        guard let text = visit.form[name] else { return 0 }
        guard let number = WorkoutReader.number(in: text) else {
            throw SocialError(.invalidValue, visit.wording("edit.wrong.number"), field: name)
        }
        return Int((number * factor).rounded())
    }

    private static func shown(_ goal: WeeklyGoal, _ name: String) -> String? {
        switch name {
        case "distance" where goal.distance > 0: WorkoutValues.number(Double(goal.distance) / 1_000)
        case "volume" where goal.volume > 0: "\(goal.volume)"
        case "minutes" where goal.minutes > 0: "\(goal.minutes)"
        default: nil
        }
    }

    private static func page(
        _ visit: Visit, _ error: SocialError?, keeps: (String) -> String?
    ) -> PageAnswer {
        let wording = visit.wording
        let fields = ["distance", "volume", "minutes"].map {
            Field(name: $0, label: wording.texts("goal.\($0)"), hint: wording.texts("goal.hint.\($0)"))
        }
        // The services name a field within the goal; what is wrong with it can only be that it is too much.
        let named = error.map { error in
            guard let name = error.field?.split(separator: ".").last.map(String.init), error.field != name
            else {
                return error
            }
            return SocialError(.invalidValue, wording("goal.tooMuch"), field: name)
        }
        return .page(
            "Feed/goal", title: wording("goal.title"), at: .home, status: error == nil ? 200 : 422,
            fields.view(named, wording, keeps: keeps))
    }
}
