import Paceline

/// What somebody wants to be told of, and in which ways.
enum NotificationChoices {
    /// The kinds as they are shown, by what they are about.
    static let groups: [(name: String, kinds: [NotificationKind])] = [
        ("people", [.requestReceived, .requestAccepted, .newFollower, .newWorkout, .newScore]),
        ("reactions", [.kudos, .bigKudos, .comment, .reply, .mention, .heart]),
        ("games", [.groupInvitation, .groupJoined, .overtaken]),
    ]

    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let wanted = try await caller.session.notificationSettings()
        let (wording, settings) = (visit.wording, caller.account.settings)
        let groups = groups.map { group -> View in
            [
                "name": .text(group.name), "title": .text(wording("notificationKind.\(group.name)")),
                "switches": .list(group.kinds.map { kindSwitch($0, wanted.wants($0), wording) }),
            ]
        }
        let ways = [
            Switch.setting("pushNotifications", wording).view(settings.pushNotifications, wording),
            Switch.setting("emailNotifications", wording).view(settings.emailNotifications, wording),
        ]
        return SettingsPlace.notifications.page(visit, ["groups": .list(groups), "ways": .list(ways)])
    }

    static func save(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let kinds = NotificationKind.allCases.map { ($0, visit.form[$0.rawValue] != nil) }
        try await caller.session.update(
            NotificationSettings(Dictionary(uniqueKeysWithValues: kinds)),
            and: SettingsChanges(
                emailNotifications: visit.form["emailNotifications"] != nil,
                pushNotifications: visit.form["pushNotifications"] != nil))
        return SettingsPlace.notifications.saved(visit)
    }

    private static func kindSwitch(_ kind: NotificationKind, _ isOn: Bool, _ wording: Wording) -> View {
        Switch(name: kind.rawValue, label: wording("notificationKind.\(kind.rawValue)")).view(isOn, wording)
    }
}
