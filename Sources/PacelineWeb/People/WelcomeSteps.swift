import Paceline
import PacelineEngine

/// The short steps after signing up. Each can be skipped, and the home page leads back to the open ones.
enum WelcomeStep: String, CaseIterable, Sendable {
    case profile, privacy, goal

    var path: String { "/welcome/\(rawValue)" }

    /// The first step, which continues at the path after the last.
    static func start(before next: LocalPath?) -> LocalPath { profile.path(before: next) }

    fileprivate func path(before next: LocalPath?) -> LocalPath {
        let path = LocalPath(path)
        guard let next, next.description != "/" else { return path }
        return path.with("next", next.description)
    }

    /// The steps around this one; nil at the ends.
    private func step(by offset: Int) -> WelcomeStep? {
        let (all, place) = (Self.allCases, (Self.allCases.firstIndex(of: self) ?? 0) + offset)
        return all.indices.contains(place) ? all[place] : nil
    }

    /// The path after this step.
    fileprivate func end(_ request: WebRequest) -> LocalPath {
        let next = request.nextPath
        return step(by: 1)?.path(before: next) ?? next ?? LocalPath("/")
    }

    /// Renders the step with its form.
    fileprivate func page(
        _ request: WebRequest, _ error: SocialError?, _ form: View
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let number = (Self.allCases.firstIndex(of: self) ?? 0) + 1
        var view: View = [
            "invitation": try await request.invitation(),
            "progress": .text(
                localizer("steps.progress", ["number": "\(number)", "all": "\(Self.allCases.count)"])),
            "marks": .list((1...Self.allCases.count).map { ["isReached": .flag($0 <= number)] }),
            "heading": .text(localizer("steps.\(rawValue).title")),
            "lead": .text(localizer("steps.\(rawValue).lead")),
            "action": .text(path(before: request.nextPath).description),
            "skip": .text(end(request).description),
            "previous": .text(optional: step(by: -1)?.path(before: request.nextPath).description),
            "save": .text(localizer(step(by: 1) == nil ? "steps.finish" : "steps.save")),
            "takesFiles": .flag(self == .profile),
        ]
        for step in Self.allCases { view[step.rawValue] = step == self ? .view(form) : .nothing }
        for name in ["formError", "faults"] { view[name] = form[name] ?? .nothing }
        return .page(
            "People/step", title: localizer("steps.\(rawValue).title"), status: error == nil ? 200 : 422, view
        )
    }
}

/// The handlers of the steps.
enum WelcomeStepPages {
    static func showProfile(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await profile(request, user, [])
    }

    /// Shows the form filled in, as it was sent after the session had ended.
    static func restoreProfile(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let lost = request.form.fileFields.map { PictureSettings.chooseAgain($0, request.localizer) }
        return try await profile(request, user, lost).shownAgain
    }

    static func saveProfile(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let changes = AccountChanges(displayName: request.form["displayName"] ?? "")
        let picture = request.form.files("avatar").first.map(\.bytes).flatMap { $0.isEmpty ? nil : $0 }
        let errors = changes.errors
        guard errors.isEmpty else {
            let wrongPicture = picture.flatMap { PictureSettings.error(in: $0, "avatar") }
            return try await profile(request, user, errors + (wrongPicture.map { [$0] } ?? []))
        }
        do {
            try await user.session.update(changes, avatar: picture)
            return .redirect(to: WelcomeStep.profile.end(request))
        } catch let error as SocialError where error.concernsPicture {
            return try await profile(request, user, [error.naming("avatar")])
        } catch let error as SocialError where error.field != nil {
            return try await profile(request, user, [error])
        }
    }

    static func showPrivacy(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let (level, settings) = privacyChoices(request, user)
        return try await privacy(request, user, level, settings, nil)
    }

    static func savePrivacy(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let (level, settings) = privacyChoices(request, user)
        do {
            try await user.session.update(
                level == user.account.privacyLevel ? nil : AccountChanges(privacyLevel: level),
                and: SettingsChanges(
                    workoutVisibility: settings.workoutVisibility, scoreVisibility: settings.scoreVisibility))
            return .redirect(to: WelcomeStep.privacy.end(request))
        } catch let error as SocialError where error.field != nil {
            return try await privacy(request, user, level, settings, error)
        }
    }

    static func showGoal(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let goal = user.account.settings.weeklyGoal
        return try await self.goal(request, []) { GoalPages.shown(goal, $0) }
    }

    /// Shows the goal filled in, as it was sent after the session had ended.
    static func restoreGoal(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await goal(request, []) { request.form[$0] }
    }

    static func saveGoal(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let (goal, errors) = GoalPages.goal(in: request)
        guard errors.isEmpty else { return try await self.goal(request, errors) { request.form[$0] } }
        if goal != user.account.settings.weeklyGoal {
            _ = try await user.session.update(SettingsChanges(weeklyGoal: goal))
        }
        let end = PageResponse.redirect(to: WelcomeStep.goal.end(request))
        let chosen = sports(request)
        return chosen.isEmpty ? end : end.settingCookies(request.cookies.sportsCookie(chosen))
    }
}

extension WelcomeStepPages {
    private static func profile(
        _ request: WebRequest, _ user: SignedInUser, _ errors: [SocialError]
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let name = Field(
            name: "displayName", label: localizer("signUp.displayName"),
            hint: localizer("steps.profile.name"),
            autocomplete: "name", attributes: [.isRequired])
        let picture = Field(
            name: "avatar", label: localizer("settings.profile.avatar"), type: "file",
            hint: localizer("site.pictureHint"))
        let form = [name, picture].view(errors, localizer) { field in
            request.form.has(field) ? request.form.exact(field) : user.account.displayName
        }
        return try await WelcomeStep.profile.page(
            request, errors.first, form.merging(["face": .view(AvatarView(user.account).view)]))
    }

    /// The choices in the form, or the account's.
    private static func privacyChoices(
        _ request: WebRequest, _ user: SignedInUser
    ) -> (level: PrivacyLevel, settings: AccountSettings) {
        let level = request.form["privacyLevel"].flatMap(PrivacyLevel.init)
        var settings = user.account.settings
        settings.workoutVisibility =
            request.form["workoutVisibility"].flatMap(ItemVisibility.init) ?? settings.workoutVisibility
        settings.scoreVisibility =
            request.form["scoreVisibility"].flatMap(ScoreVisibility.init) ?? settings.scoreVisibility
        return (level ?? user.account.privacyLevel, settings)
    }

    private static func privacy(
        _ request: WebRequest, _ user: SignedInUser, _ level: PrivacyLevel, _ settings: AccountSettings,
        _ error: SocialError?
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let choices = PrivacySettings.choices(of: user, level, settings, error, localizer)
        let isShown = ["privacyLevel", "workoutVisibility", "scoreVisibility"].contains(error?.field)
        return try await WelcomeStep.privacy.page(
            request, error,
            choices.merging(["formError": .text(optional: isShown ? nil : error.map(localizer.message))]))
    }

    private static func goal(
        _ request: WebRequest, _ errors: [SocialError], values: (String) -> String?
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let choices = WorkoutFormValues.sports.map { (value: $0.rawValue, text: localizer.typeName($0)) }
        let chosen = sports(request)
        let main = chosen.first ?? WorkoutFormValues.firstSport
        let importPage = LocalPath("/workouts/import")
        return try await WelcomeStep.goal.page(
            request, errors.first,
            GoalPages.view(errors, localizer, values: values).merging([
                "sport": .select(
                    "sport", localizer("steps.goal.sport"), choices,
                    chosen: main.rawValue),
                "sports": .list(
                    WorkoutFormValues.sports.map { sport in
                        [
                            "value": .text(sport.rawValue), "text": .text(localizer.typeName(sport)),
                            "isChosen": .flag(chosen.dropFirst().contains(sport)),
                            "isMain": .flag(sport == main),
                        ]
                    }),
                // The import leads on to an invitation.
                "import": .text(
                    (request.nextPath.map { importPage.with("next", $0.description) } ?? importPage)
                        .description),
            ]))
    }

    /// The sports in the form, or in the browser's cookie if no form was sent; the main one first.
    private static func sports(_ request: WebRequest) -> [WorkoutType] {
        guard request.form.has("sport") else {
            return WorkoutFormValues.chosenSports(request.cookies.sports)
        }
        guard let main = WorkoutFormValues.sport(request.form["sport"]) else { return [] }
        return [main]
            + WorkoutFormValues.sports.filter {
                $0 != main && request.form.has("sports.\($0.rawValue)")
            }
    }
}
