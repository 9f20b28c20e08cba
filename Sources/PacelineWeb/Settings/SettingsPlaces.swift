/// The pages that the settings are divided into, and the way from one to another.
enum SettingsPlace: String, CaseIterable {
    case profile, privacy, notifications, signIn, blocked, muted, server

    var path: String { self == .signIn ? "/settings/sign-in" : "/settings/\(rawValue)" }

    /// A page of the settings, beside the way to the others.
    func page(_ visit: Visit, status: Int = 200, _ view: View) -> PageAnswer {
        let title = visit.wording("settings.\(rawValue).title")
        let surroundings: View = [
            "heading": .text(title), "back": .back(to: "/settings", named: visit.wording("settings.title")),
            "places": .list(Self.views(visit.wording, shown: self)),
        ]
        return .page("Settings/\(rawValue)", title: title, status: status, surroundings.merging(view))
    }

    /// Back to this page, which says that what was changed is kept.
    func saved(_ visit: Visit, _ notice: String = "settingsSaved") -> PageAnswer {
        .redirect(to: path).setting(visit.cookies.noting(notice))
    }

    fileprivate static func views(_ wording: Wording, shown: SettingsPlace?) -> [View] {
        allCases.map { place in
            [
                "title": .text(wording("settings.\(place.rawValue).title")),
                "text": .text(wording("settings.\(place.rawValue).text")), "href": .text(place.path),
                "isShown": .flag(place == shown),
            ]
        }
    }
}

/// Where all settings are found.
enum SettingsPages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        .page(
            "Settings/settings", title: visit.wording("settings.title"),
            ["places": .list(SettingsPlace.views(visit.wording, shown: nil))])
    }
}
