import Foundation
import Hummingbird
import Paceline
import PacelineEngine

/// The settings for sign-in methods and sessions.
enum SignInSettings {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(request, user, nil)
    }

    static func changePassword(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let change = PasswordChange(
            currentPassword: request.form.exact("currentPassword"),
            newPassword: request.form.exact("newPassword"))
        return try await attempt(request, user, "passwordChanged") { session in
            let signedIn = try await session.changePassword(change)
            return [request.cookies.sessionCookie(signedIn), request.cookies.clientCookie(signedIn)]
        }
    }

    /// Sets the password of an account that has none.
    static func setPassword(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let credential = Credential.password(
            username: user.account.username ?? "", password: request.form.exact("password"))
        return try await attempt(request, user, "passwordSet") { session in
            _ = try await session.link(credential)
            return []
        }
    }

    /// Allows this browser to sign in without a password.
    static func linkDevice(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let secret = request.cookies.device ?? newSecret()
        return try await attempt(request, user, "deviceLinked") { session in
            _ = try await session.link(.device(secret: secret))
            return [request.cookies.deviceCookie(secret)]
        }
    }

    static func confirmUnlinking(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: LinkedIdentity.ID = try request.id()
        let page = try await user.session.signInPage(PageRequest(limit: 1))
        guard let identity = page.identities.first(where: { $0.id == id }) else {
            throw SocialError.pageNotFound
        }
        guard page.removable.contains(id.uuid) else {
            return ReauthenticationPages.redirect(continuingAt: LocalPath(request.address))
        }
        let localizer = request.localizer
        let way = localizer("provider.\(identity.provider.rawValue)")
        return Confirmation(
            heading: localizer("settings.signIn.unlinkTitle", ["way": way]),
            text: localizer("settings.signIn.unlinkText"), button: localizer("settings.signIn.unlink"),
            action: "/settings/identities/\(id)/unlink",
            back: request.returnPathInQuery(or: SettingsSection.signIn.path)
        ).page
    }

    static func unlink(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: LinkedIdentity.ID = try request.id()
        return try await attempt(request, user, "unlinked") { session in
            try await session.unlink(id)
            return []
        }
    }

    /// Adds the passkey that the browser created.
    static func addPasskey(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await attempt(request, user, "passkeyAdded") { session in
            do {
                _ = try await session.addPasskey(PasskeyForm.registration(in: request.form))
            } catch let error as SocialError where error.code == .invalidCredentials {
                throw SocialError(
                    .invalidValue, request.localizer("passkey.rejected"), field: "passkey")
            }
            return []
        }
    }

    static func removePasskey(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: Passkey.ID = try request.id()
        return try await attempt(request, user, "passkeyRemoved") { session in
            try await session.removePasskey(id)
            return []
        }
    }

    static func endSession(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: SignedIn.ID = try request.id()
        guard id != user.session.sessionID else { return try await SignInPages.signOut(request, user) }
        return try await attempt(request, user, "sessionEnded") { session in
            try await session.revokeSession(id)
            return []
        }
    }

    /// The errors that the page shows, besides those of a field.
    private static let keptCodes: Set<SocialError.Code> = [
        .identityExists, .identityTaken, .lastIdentity, .limitReached, .rateLimited, .busy,
    ]

    /// Runs the action, sets the cookies that it returns and goes to the page that the form names, or shows the page
    /// with its error.
    private static func attempt(
        _ request: WebRequest, _ user: SignedInUser, _ notice: String,
        _ act: (Session) async throws -> [Cookie]
    ) async throws -> PageResponse {
        do {
            let cookies = try await act(user.session)
            let saved = PageResponse.redirect(to: request.returnPath(or: SettingsSection.signIn.path))
            return (cookies + [request.cookies.noticeCookie(notice)]).reduce(saved) { $0.settingCookies($1) }
        } catch let error as SocialError where error.code == .reauthenticationRequired {
            return ReauthenticationPages.redirect(
                continuingAt: request.returnPath(or: SettingsSection.signIn.path))
        } catch let error as SocialError
            where error.field != nil || keptCodes.contains(error.code)
        {
            return try await page(request, user, error)
        }
    }
}

extension SignInSettings {
    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ error: SocialError?
    ) async throws -> PageResponse {
        let page = try await user.session.signInPage(request.page(of: 50))
        let (identities, signedIn) = (page.identities, page.sessions)
        let providers = identities.map(\.provider)
        let hasPassword = providers.contains(.password)
        let name = Field(
            name: "name", label: request.localizer("passkey.name"),
            hint: request.localizer("passkey.nameHint"), attributes: [.isRequired],
            length: TextRule.passkeyName.length)
        let lengths = user.account.role == nil ? PasswordRule.lengths : PasswordRule.staffLengths
        let fields = passwords(request.localizer, hasPassword: hasPassword, lengths) + [name]
        let view: View = [
            "hasPassword": .flag(hasPassword), "lacksDevice": .flag(!providers.contains(.device)),
            "isConfirmed": .flag(!page.needsReauthentication),
            "confirming": .text(
                ReauthenticationPages.address(continuingAt: LocalPath(SettingsSection.signIn.path))
                    .description),
            "username": .text(user.account.username ?? ""),
            "identities": .list(self.identities(of: page, request.localizer)),
            "restorable": .text(
                optional: page.restorableUntil.map { end in
                    let day = Day(of: end, in: request.localizer.timeZone)
                    return request.localizer(
                        "settings.signIn.restorable", ["date": request.localizer.date(day)])
                }),
            "passkeys": .list(passkeys(of: page, request.localizer)),
            "hasPasskeys": .flag(!page.passkeys.isEmpty),
            "passkey": .view(optional: PasskeyForm.view(request, creating: page.passkeyCreation)),
            "isUnavailable": .flag(request.relyingParty == nil),
            "isFull": .flag(page.passkeys.count >= Passkey.limit),
            "sessions": .list(signedIn.items.map { session($0, request.localizer) }),
            "more": request.moreLink(signedIn.next, in: "sessions", "friends.more"),
        ]
        return SettingsSection.signIn.page(
            request, status: error == nil ? 200 : 422,
            fields.view(error, request.localizer) { request.form.exact($0) }.merging(view))
    }

    private static func passwords(
        _ localizer: Localizer, hasPassword: Bool, _ lengths: ClosedRange<Int>
    ) -> [Field] {
        func field(_ name: String, isNew: Bool) -> Field {
            Field(
                name: name, label: localizer("settings.signIn.\(name)"), type: "password",
                hint: isNew ? localizer("signUp.passwordHint", localizer.limits(lengths)) : nil,
                autocomplete: isNew ? "new-password" : "current-password",
                attributes: [.isRequired], length: isNew ? lengths : nil)
        }
        return hasPassword
            ? [field("currentPassword", isNew: false), field("newPassword", isNew: true)]
            : [field("password", isNew: true)]
    }

    /// - Parameter returnPath: the page to return to after removing one; nil for this one.
    static func identities(
        of page: SignInPage, _ localizer: Localizer, returningTo returnPath: String? = nil
    ) -> [View] {
        page.identities.map { identity -> View in
            let path = LocalPath("/settings/identities/\(identity.id)/unlink")
            let unlinking = returnPath.map { path.with("return", $0) } ?? path
            return [
                "name": .text(localizer("provider.\(identity.provider.rawValue)")),
                "since": .text(since(identity.createdAt, localizer)), "time": .nothing,
                "unlinking": page.hasOneWay ? .nothing : .text(unlinking.description), "removing": .nothing,
                "isOnly": .flag(page.hasOneWay),
            ]
        }
    }

    /// - Parameter returnPath: the page to return to after removing one; nil for this one.
    static func passkeys(
        of page: SignInPage, _ localizer: Localizer, returningTo returnPath: String? = nil
    ) -> [View] {
        page.passkeys.map { passkey -> View in
            let removing = ActionForm(
                action: "/settings/passkeys/\(passkey.id)/remove", text: localizer("settings.signIn.unlink"),
                label: localizer("passkey.removeFor", ["name": passkey.name]), style: "quiet small",
                returnPath: returnPath)
            return [
                "name": .text(passkey.name), "since": .text(since(passkey.createdAt, localizer)),
                "time": .view(optional: passkey.lastUsedAt.map { localizer.time($0) }),
                "unlinking": .nothing, "removing": page.hasOneWay ? .nothing : .view(removing.view),
                "isOnly": .flag(page.hasOneWay),
            ]
        }
    }

    /// `since 21 Nov`.
    private static func since(_ instant: Date, _ localizer: Localizer) -> String {
        localizer(
            "settings.signIn.since", ["date": localizer.date(Day(of: instant, in: localizer.timeZone))])
    }

    private static func session(_ session: ActiveSession, _ localizer: Localizer) -> View {
        let date = localizer.date(Day(of: session.createdAt, in: localizer.timeZone))
        let ending = ActionForm(
            action: "/settings/sessions/\(session.id)/end", text: localizer("settings.signIn.end"),
            label: localizer("settings.signIn.endFor", ["date": date]), style: "quiet small")
        return [
            "id": .text("\(session.id)"), "isCurrent": .flag(session.isCurrent),
            "name": .text(session.clientName ?? localizer("settings.signIn.unknown")),
            "started": .text(localizer("settings.signIn.session", ["date": date])),
            "network": .text(
                optional: session.network.map { network in
                    NetworkText.words(for: network) { localizer("notifications.\($0)", $1) }
                }),
            "way": .text(localizer("provider.\(session.provider.rawValue)")),
            "time": .view(localizer.time(session.lastUsedAt)),
            "ending": session.isCurrent ? .nothing : .view(ending.view),
        ]
    }
}

extension SignInPage {
    /// Whether there is nothing else with which the user could sign in.
    fileprivate var hasOneWay: Bool { identities.count + passkeys.count == 1 }
}
