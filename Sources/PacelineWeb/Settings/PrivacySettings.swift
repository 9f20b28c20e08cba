import Paceline

/// The privacy settings.
enum PrivacySettings {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(
            request, user, PrivacyForm(user.account.privacyLevel, user.account.settings), nil)
    }

    static func save(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let chosen = PrivacyForm(request, user)
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
        try await page(request, user, PrivacyForm(request, user), nil)
    }

    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ chosen: PrivacyForm, _ error: SocialError?
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let isChild = user.account.isChild(localizer)
        func switches(_ settings: [PrivacySwitch]) -> ViewValue {
            .list(
                settings.filter { setting in
                    chosen.settings.available.contains(setting.field)
                        && (chosen.settings[keyPath: setting.value]
                            || user.account.mayChoose(setting.turnedOn, localizer))
                }.map { setting in
                    Switch.setting(setting.field.rawValue, isChild: isChild, localizer).view(
                        chosen.settings[keyPath: setting.value], localizer, error: error)
                })
        }
        return SettingsSection.privacy.page(
            request, status: error == nil ? 200 : 422,
            Self.choices(of: user, chosen.privacyLevel, chosen.settings, error, localizer).merging([
                "contentFilter": .view(
                    Choice.choice(
                        "contentFilter",
                        AccountSettings.ContentFilter.allCases.filter {
                            $0 == chosen.settings.contentFilter
                                || user.account.mayChoose(SettingsChanges(contentFilter: $0), localizer)
                        }.map(\.rawValue), hasHints: true, localizer
                    ).view(chosen.settings.contentFilter.rawValue, error, localizer)),
                "news": .text(
                    optional: chosen.settings.hasChosenScoreVisibility ? nil : localizer("scoreNews.short")),
                "sharing": switches(PrivacySwitch.sharing),
                "contact": switches(PrivacySwitch.contact(isChild: isChild)),
                "unknownAge": .flag(user.account.birthDate == nil),
                "code": .text(try await user.session.friendCode().code),
            ]))
    }

    /// The choices of who sees the profile, new workouts and new scores. Children are offered only what they may
    /// choose, and what is chosen already.
    static func choices(
        of user: SignedInUser, _ level: PrivacyLevel, _ settings: AccountSettings, _ error: SocialError?,
        _ localizer: Localizer
    ) -> View {
        let isChild = user.account.isChild(localizer)
        func choice(_ name: String, _ values: [String], _ value: String, hasHints: Bool) -> ViewValue {
            .view(
                Choice.choice(name, values, hasHints: hasHints, isChild: isChild, localizer)
                    .view(value, error, localizer))
        }
        let levels = PrivacyLevel.allCases.filter { $0 == level || $0 == .private || !isChild }
        let workouts = user.account.workoutVisibilities(besides: settings.workoutVisibility, localizer)
        let scores = user.account.scoreVisibilities(besides: settings.scoreVisibility, localizer)
        return [
            "privacyLevel": choice(
                "privacyLevel", levels.map(\.rawValue), level.rawValue, hasHints: true),
            "workoutVisibility": choice(
                "workoutVisibility", workouts.map(\.description),
                settings.workoutVisibility.description, hasHints: false),
            "scoreVisibility": choice(
                "scoreVisibility", scores.map(\.rawValue), settings.scoreVisibility.rawValue, hasHints: true),
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
    init(_ request: WebRequest, _ user: SignedInUser) {
        let (form, account) = (request.form, user.account)
        self.init(account.privacyLevel, account.settings)
        privacyLevel = form["privacyLevel"].flatMap(PrivacyLevel.init) ?? privacyLevel
        settings.workoutVisibility =
            form["workoutVisibility"].flatMap(ItemVisibility.init) ?? settings.workoutVisibility
        settings.scoreVisibility =
            form["scoreVisibility"].flatMap(ScoreVisibility.init) ?? settings.scoreVisibility
        settings.contentFilter =
            form["contentFilter"].flatMap(AccountSettings.ContentFilter.init) ?? settings.contentFilter
        let isChild = account.isChild(request.localizer)
        for setting in PrivacySwitch.sharing + PrivacySwitch.contact(isChild: isChild)
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
    let change: WritableKeyPath<SettingsChanges, Bool?>

    var turnedOn: SettingsChanges {
        var changes = SettingsChanges()
        changes[keyPath: change] = true
        return changes
    }

    static var sharing: [PrivacySwitch] {
        [
            PrivacySwitch(
                field: .showWorkoutDetails, value: \.showWorkoutDetails, change: \.showWorkoutDetails),
            PrivacySwitch(field: .showWorkoutStats, value: \.showWorkoutStats, change: \.showWorkoutStats),
            PrivacySwitch(
                field: .showOnLeaderboards, value: \.showOnLeaderboards, change: \.showOnLeaderboards),
        ]
    }

    /// No one can follow a child, so children have no followers to approve.
    static func contact(isChild: Bool) -> [PrivacySwitch] {
        let requests = PrivacySwitch(
            field: .allowFriendRequests, value: \.allowFriendRequests, change: \.allowFriendRequests)
        let approval = PrivacySwitch(
            field: .followApproval, value: \.followApproval, change: \.followApproval)
        return isChild ? [requests] : [requests, approval]
    }
}

extension Choice {
    /// A choice whose texts are under the key `setting`. Some hints are different for children.
    fileprivate static func choice(
        _ name: String, _ values: [String], hasHints: Bool, isChild: Bool = false, _ localizer: Localizer
    ) -> Choice {
        func hint(_ value: String) -> String {
            let ofChild = isChild ? localizer.texts.text(at: "setting.\(name).\(value)ChildHint") : nil
            return ofChild ?? localizer("setting.\(name).\(value)Hint")
        }
        return Choice(
            name: name, label: localizer("setting.\(name).label"),
            hint: localizer.texts.text(at: "setting.\(name).hint"),
            options: values.map { value in
                Option(
                    value: value, text: localizer("setting.\(name).\(value)"),
                    hint: hasHints ? hint(value) : nil)
            })
    }
}

extension Switch {
    /// A switch whose texts are under the key `setting`. Some hints are different for children.
    static func setting(_ name: String, isChild: Bool = false, _ localizer: Localizer) -> Switch {
        let ofChild = isChild ? localizer.texts.text(at: "setting.\(name).childHint") : nil
        return Switch(
            name: name, label: localizer("setting.\(name).label"),
            hint: ofChild ?? localizer.texts.text(at: "setting.\(name).hint"))
    }
}
