import Paceline
import PacelineEngine

/// The settings for recovery codes and access tokens, and what happened to the account's security.
enum AccountSecuritySettings {
    private static let path = LocalPath(SettingsSection.security.path)
    /// The page that helps a user whose account another person may have used.
    static let securingPath = SettingsSection.security.path + "/not-me"

    static func showSecuring(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        let ways = try await user.session.signInPage(PageRequest(limit: 1))
        let hasPassword = ways.identities.contains { $0.provider == .password }
        let title = localizer("settings.security.securing.title")
        let getsMail = user.account.isEmailConfirmed && request.engine.environment.mail != nil
        let address = getsMail ? user.account.email : nil
        return .page(
            "Settings/securing", title: title,
            [
                "back": .back(to: path.description, named: localizer("settings.security.title")),
                "heading": .text(title), "hasPassword": .flag(hasPassword), "return": .text(securingPath),
                "ways": .list(
                    SignInSettings.identities(of: ways, localizer, returningTo: securingPath)
                        + SignInSettings.passkeys(of: ways, localizer, returningTo: securingPath)),
                "lead": .text(localizer("settings.security.securing.\(hasPassword ? "lead" : "leadDevice")")),
                "mail": .text(
                    optional: address.map {
                        localizer("settings.security.securing.mail", ["email": $0])
                    }),
                "profile": .text(SettingsSection.profile.path),
            ])
    }

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(request, user, [])
    }

    /// Creates recovery codes and shows them, this once.
    static func createCodes(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        guard
            let codes = try await ReauthenticationPages.unlessNeeded(user.session.createRecoveryCodes)
        else { return ReauthenticationPages.redirect(continuingAt: path) }
        let title = request.localizer("settings.security.codesTitle")
        return .page(
            "Settings/recoveryCodes", title: title,
            [
                "back": .back(to: path.description, named: request.localizer("settings.security.title")),
                "heading": .text(title), "codes": .list(codes.items.map { ["code": .text($0)] }),
                // The codes are not stored, so the file is part of the page.
                "file": .text("data:text/plain," + codes.items.joined(separator: "%0A")),
            ])
    }

    /// Creates an access token and shows its secret, this once.
    static func createToken(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let draft = AccessTokenDraft(
            name: request.form["name"] ?? "",
            scopes: TokenScope.allCases.filter { request.form.has("scope-\($0.rawValue)") })
        guard draft.errors.isEmpty else { return try await page(request, user, draft.errors) }
        do {
            let created = try await ReauthenticationPages.unlessNeeded {
                try await user.session.createAccessToken(draft)
            }
            guard let created else { return ReauthenticationPages.redirect(continuingAt: path) }
            let title = request.localizer("settings.security.tokenTitle")
            return .page(
                "Settings/accessToken", title: title,
                [
                    "back": .back(to: path.description, named: request.localizer("settings.security.title")),
                    "heading": .text(title), "secret": .text(created.secret),
                    "name": .text(created.token.name),
                ])
        } catch let error as SocialError where error.field != nil || error.code == .limitReached {
            return try await page(request, user, [error])
        }
    }

    static func revokeToken(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.revokeAccessToken(try request.id())
        return SettingsSection.security.saved(request, "tokenRevoked")
    }
}

extension AccountSecuritySettings {
    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ errors: [SocialError]
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let page = try await user.session.securityPage(request.page(of: 20))
        let name = Field(
            name: "name", label: localizer("settings.security.name"),
            hint: localizer("settings.security.nameHint"), length: TextRule.tokenName.length)
        // Only the summary of errors needs it as a field.
        let allowed = Field(name: "scopes", label: localizer("settings.security.allows"))
        let codes = page.recoveryCodes
        let view: View = [
            "isConfirmed": .flag(!page.needsReauthentication),
            "confirming": .text(ReauthenticationPages.address(continuingAt: path).description),
            "staff": .view(optional: user.account.role.map { staff($0, localizer) }),
            "codes": .text(
                codes.createdAt.map {
                    localizer(
                        "settings.security.codesLeft",
                        [
                            "count": "\(codes.unusedCount)",
                            "date": localizer.date(Day(of: $0, in: localizer.timeZone)),
                        ])
                } ?? localizer("settings.security.noCodes")),
            "tokens": .list(page.accessTokens.map { token($0, localizer) }),
            "hasTokens": .flag(!page.accessTokens.isEmpty),
            "scopes": .list(
                TokenScope.allCases.map { scope in
                    [
                        "name": .text("scope-\(scope.rawValue)"),
                        "text": .text(localizer("settings.security.scope.\(scope.rawValue)")),
                        "isOn": .flag(request.form.has("scope-\(scope.rawValue)")),
                    ]
                }),
            "scopesError": .text(
                optional: errors.first { $0.field == "scopes" }.map(localizer.message)),
            "events": .list(page.events.items.map { event($0, localizer) }), "securing": .text(securingPath),
            "more": request.moreLink(page.events.next, in: "events", "settings.security.more"),
        ]
        return SettingsSection.security.page(
            request, status: errors.isEmpty ? 200 : 422,
            [name, allowed].view(errors, localizer) { request.form[$0] }.merging(view))
    }

    private static func staff(_ role: StaffRole, _ localizer: Localizer) -> View {
        let shortest = "\(PasswordRule.staffLengths.lowerBound)"
        return [
            "title": .text(localizer("settings.security.staff.\(role.rawValue)")),
            "text": .text(localizer("settings.security.staff.text", ["least": shortest])),
        ]
    }

    private static func token(_ token: AccessToken, _ localizer: Localizer) -> View {
        let scopes = token.scopes.map { localizer("settings.security.scope.\($0.rawValue)") }
        let revoking = ActionForm(
            action: "/settings/tokens/\(token.id)/revoke", text: localizer("settings.security.revoke"),
            label: localizer("settings.security.revokeFor", ["name": token.name]), style: "quiet small")
        return [
            "name": .text(token.name), "scopes": .text(scopes.joined(separator: " · ")),
            "time": .view(localizer.time(token.lastUsedAt)), "revoking": .view(revoking.view),
        ]
    }

    private static func event(_ event: SecurityEvent, _ localizer: Localizer) -> View {
        [
            "text": .text(event.sentence { localizer("notifications.\($0)", $1) }),
            "time": .view(localizer.time(event.lastAt ?? event.at)),
            "origin": .text(optional: event.origin { localizer("notifications.\($0)", $1) }),
        ]
    }
}
