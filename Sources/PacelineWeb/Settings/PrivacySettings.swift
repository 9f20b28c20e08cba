import Paceline

/// The privacy settings.
enum PrivacySettings {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(
            request, user, PrivacyForm(user.account.privacyLevel, user.account.settings), nil)
    }

    static func save(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let chosen = PrivacyForm(request.form, besides: user.account)
        do {
            let isSameLevel = chosen.privacyLevel == user.account.privacyLevel
            try await user.session.update(
                isSameLevel ? nil : AccountChanges(privacyLevel: chosen.privacyLevel), and: chosen.changes)
            return SettingsSection.privacy.saved(request)
        } catch let error as SocialError where error.field != nil {
            return try await page(request, user, chosen, error)
        }
    }

    /// Shows the form filled in, as it was sent after the session had ended.
    static func restore(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(request, user, PrivacyForm(request.form, besides: user.account), nil)
    }

    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ chosen: PrivacyForm, _ error: SocialError?
    ) async throws -> PageResponse {
        let localizer = request.localizer
        func switches(_ settings: [PrivacySwitch]) -> ViewValue {
            .list(
                settings.filter { chosen.settings.available.contains($0.field) }.map { setting in
                    Switch.setting(setting.field.rawValue, localizer).view(
                        chosen.settings[keyPath: setting.value], localizer, error: error)
                })
        }
        return SettingsSection.privacy.page(
            request, status: error == nil ? 200 : 422,
            Self.choices(chosen.privacyLevel, chosen.settings, error, localizer).merging([
                "contentFilter": .view(
                    Choice.choice(
                        "contentFilter", AccountSettings.ContentFilter.allCases.map(\.rawValue),
                        hasHints: true,
                        localizer
                    ).view(chosen.settings.contentFilter.rawValue, error, localizer)),
                "news": .text(
                    optional: chosen.settings.hasChosenScoreVisibility ? nil : localizer("scoreNews.short")),
                "sharing": switches(PrivacySwitch.sharing), "contact": switches(PrivacySwitch.contact),
                "unknownAge": .flag(user.account.birthDate == nil),
                "code": .text(try await user.session.friendCode().code),
            ]))
    }

    /// The choices of who sees the profile, new workouts and new scores.
    static func choices(
        _ level: PrivacyLevel, _ settings: AccountSettings, _ error: SocialError?, _ localizer: Localizer
    ) -> View {
        func choice(_ name: String, _ values: [String], _ value: String, hasHints: Bool) -> ViewValue {
            .view(Choice.choice(name, values, hasHints: hasHints, localizer).view(value, error, localizer))
        }
        return [
            "privacyLevel": choice(
                "privacyLevel", PrivacyLevel.allCases.map(\.rawValue), level.rawValue, hasHints: true),
            "workoutVisibility": choice(
                "workoutVisibility", ItemVisibility.allCases.reversed().map(\.description),
                settings.workoutVisibility.description, hasHints: false),
            "scoreVisibility": choice(
                "scoreVisibility", ScoreVisibility.allCases.reversed().map(\.rawValue),
                settings.scoreVisibility.rawValue, hasHints: true),
        ]
    }
}

/// The values of the form.
private struct PrivacyForm {
    var privacyLevel: PrivacyLevel
    var settings: AccountSettings

    init(_ privacyLevel: PrivacyLevel, _ settings: AccountSettings) {
        self.privacyLevel = privacyLevel
        self.settings = settings
    }

    /// Reads the form. Settings that it doesn't contain keep their values.
    init(_ form: FormData, besides account: Account) {
        self.init(account.privacyLevel, account.settings)
        privacyLevel = form["privacyLevel"].flatMap(PrivacyLevel.init) ?? privacyLevel
        settings.workoutVisibility =
            form["workoutVisibility"].flatMap(ItemVisibility.init) ?? settings.workoutVisibility
        settings.scoreVisibility =
            form["scoreVisibility"].flatMap(ScoreVisibility.init) ?? settings.scoreVisibility
        settings.contentFilter =
            form["contentFilter"].flatMap(AccountSettings.ContentFilter.init) ?? settings.contentFilter
        for setting in PrivacySwitch.sharing + PrivacySwitch.contact
        where settings.available.contains(setting.field) {
            settings[keyPath: setting.value] = form[setting.field.rawValue] != nil
        }
    }

    var changes: SettingsChanges {
        SettingsChanges(
            workoutVisibility: settings.workoutVisibility, scoreVisibility: settings.scoreVisibility,
            contentFilter: settings.contentFilter, showWorkoutStats: settings.showWorkoutStats,
            showWorkoutDetails: settings.showWorkoutDetails,
            allowFriendRequests: settings.allowFriendRequests, followApproval: settings.followApproval,
            showOnLeaderboards: settings.showOnLeaderboards)
    }
}

/// A switch of the form. Shown only if the setting has an effect on the server.
private struct PrivacySwitch {
    let field: AccountSettings.Field
    let value: WritableKeyPath<AccountSettings, Bool>

    static var sharing: [PrivacySwitch] {
        [
            PrivacySwitch(field: .showWorkoutDetails, value: \.showWorkoutDetails),
            PrivacySwitch(field: .showWorkoutStats, value: \.showWorkoutStats),
            PrivacySwitch(field: .showOnLeaderboards, value: \.showOnLeaderboards),
        ]
    }

    static var contact: [PrivacySwitch] {
        [
            PrivacySwitch(field: .allowFriendRequests, value: \.allowFriendRequests),
            PrivacySwitch(field: .followApproval, value: \.followApproval),
        ]
    }
}

extension Choice {
    /// A choice whose texts are under the key `setting`.
    fileprivate static func choice(
        _ name: String, _ values: [String], hasHints: Bool, _ localizer: Localizer
    ) -> Choice {
        Choice(
            name: name, label: localizer("setting.\(name).label"),
            hint: localizer.texts.text(at: "setting.\(name).hint"),
            options: values.map { value in
                Option(
                    value: value, text: localizer("setting.\(name).\(value)"),
                    hint: hasHints ? localizer("setting.\(name).\(value)Hint") : nil)
            })
    }
}

extension Switch {
    /// A switch whose texts are under the key `setting`.
    static func setting(_ name: String, _ localizer: Localizer) -> Switch {
        Switch(
            name: name, label: localizer("setting.\(name).label"),
            hint: localizer.texts.text(at: "setting.\(name).hint"))
    }
}
