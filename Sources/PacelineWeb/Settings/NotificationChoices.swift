import Paceline

/// The settings for notifications: which kinds a person receives.
enum NotificationChoices {
    /// The kinds of notifications that people can turn off, grouped by topic.
    static let groups: [(name: String, kinds: [NotificationKind])] = [
        ("people", [.requestReceived, .requestAccepted, .newFollower, .newWorkout, .newScore]),
        ("reactions", [.kudos, .bigKudos, .comment, .reply, .mention, .heart]),
        ("games", [.groupInvitation, .groupJoined, .overtaken]),
        ("account", [.levelUp, .achievement, .workoutHeld, .workoutDecided, .rewardFulfilled, .age]),
    ]

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        page(request, try await user.session.notificationSettings())
    }

    /// Shows the form filled in, as it was sent after the session had ended.
    static func restore(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        page(request, settings(in: request.form))
    }

    private static func page(_ request: WebRequest, _ wanted: NotificationSettings) -> PageResponse {
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
        _ = try await user.session.update(settings(in: request.form))
        return SettingsSection.notifications.saved(request)
    }

    private static func settings(in form: FormData) -> NotificationSettings {
        let kinds = NotificationKind.switchable.map { ($0, form[$0.rawValue] != nil) }
        return NotificationSettings(Dictionary(uniqueKeysWithValues: kinds))
    }

    private static func kindSwitch(_ kind: NotificationKind, _ isOn: Bool, _ localizer: Localizer) -> View {
        Switch(name: kind.rawValue, label: localizer("notificationKind.\(kind.rawValue)")).view(
            isOn, localizer)
    }
}
