import Paceline

/// The settings for notifications: which kinds a person receives.
enum NotificationChoices {
    /// The kinds of notifications, grouped by topic.
    static let groups: [(name: String, kinds: [NotificationKind])] = [
        ("people", [.requestReceived, .requestAccepted, .newFollower, .newWorkout, .newScore]),
        ("reactions", [.kudos, .bigKudos, .comment, .reply, .mention, .heart]),
        ("games", [.groupInvitation, .groupJoined, .overtaken]),
    ]

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let wanted = try await user.session.notificationSettings()
        let localizer = request.localizer
        let groups = groups.map { group -> View in
            [
                "name": .text(group.name), "title": .text(localizer("notificationKind.\(group.name)")),
                "switches": .list(group.kinds.map { kindSwitch($0, wanted.wants($0), localizer) }),
            ]
        }
        return SettingsSection.notifications.page(request, ["groups": .list(groups)])
    }

    static func save(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let kinds = NotificationKind.allCases.map { ($0, request.form[$0.rawValue] != nil) }
        _ = try await user.session.update(NotificationSettings(Dictionary(uniqueKeysWithValues: kinds)))
        return SettingsSection.notifications.saved(request)
    }

    private static func kindSwitch(_ kind: NotificationKind, _ isOn: Bool, _ localizer: Localizer) -> View {
        Switch(name: kind.rawValue, label: localizer("notificationKind.\(kind.rawValue)")).view(
            isOn, localizer)
    }
}
