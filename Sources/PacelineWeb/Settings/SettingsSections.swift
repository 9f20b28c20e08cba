/// A section of the settings, with its page and path.
enum SettingsSection: String, CaseIterable {
    case profile, privacy, notifications, signIn, security, blocked, muted, server

    var path: String { self == .signIn ? "/settings/sign-in" : "/settings/\(rawValue)" }

    /// Renders the section next to the navigation between sections.
    func page(_ request: WebRequest, status: Int = 200, _ view: View) -> PageResponse {
        let title = request.localizer("settings.\(rawValue).title")
        let shared: View = [
            "heading": .text(title),
            "back": .back(to: "/settings", named: request.localizer("settings.title")),
            "sections": .list(Self.views(request.localizer, shown: self)),
        ]
        return .page("Settings/\(rawValue)", title: title, status: status, shared.merging(view))
    }

    /// Redirects to this section with a notice.
    func saved(_ request: WebRequest, _ notice: String = "settingsSaved") -> PageResponse {
        .redirect(to: path).settingCookies(request.cookies.noticeCookie(notice))
    }

    fileprivate static func views(_ localizer: Localizer, shown: SettingsSection?) -> [View] {
        allCases.map { section in
            [
                "title": .text(localizer("settings.\(section.rawValue).title")),
                "text": .text(localizer("settings.\(section.rawValue).text")), "href": .text(section.path),
                "isShown": .flag(section == shown),
            ]
        }
    }
}

/// The overview of all settings.
enum SettingsPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        let forStaff = user.session.role == nil ? [] : [ModerationPages.entry(localizer)]
        return .page(
            "Settings/settings", title: localizer("settings.title"),
            ["sections": .list(SettingsSection.views(localizer, shown: nil) + forStaff)])
    }
}
