import Paceline

/// Asks users to confirm who they are before they change how they sign in, or their email address.
enum ReauthenticationPages {
    private static let path = "/settings/confirm"
    /// The errors that the page shows, besides those of a field.
    private static let keptCodes: Set<SocialError.Code> = [.notAllowed, .rateLimited, .busy]

    static func address(continuingAt next: LocalPath) -> LocalPath {
        LocalPath(path).with("next", next.description)
    }

    static func redirect(continuingAt next: LocalPath) -> PageResponse {
        .redirect(to: address(continuingAt: next))
    }

    /// Asks the user to confirm first, on a page that carries the submitted form. Afterwards, the form is shown again as
    /// it was sent.
    /// - Parameter next: where to continue if the form is too large to carry.
    static func keepingForm(
        of request: WebRequest, _ user: SignedInUser, continuingAt next: LocalPath
    ) async throws -> PageResponse {
        guard let session = request.cookies.session else { return redirect(continuingAt: next) }
        let sealed = try KeptForm(of: request).sealed(for: session, of: user.account.id)
        guard sealed.utf8.count <= KeptForm.largestByteCount else { return redirect(continuingAt: next) }
        return try await page(request, user, nil, continuingAt: next, keeping: sealed)
    }

    /// Runs the action; nil if the user must confirm first.
    static func unlessNeeded<Value>(_ act: () async throws -> Value) async throws -> Value? {
        do {
            return try await act()
        } catch let error as SocialError where error.code == .reauthenticationRequired {
            return nil
        }
    }

    /// Runs the action, or asks the user to confirm first.
    /// - Parameter next: where to continue after confirming.
    static func confirming(
        continuingAt next: LocalPath, _ act: () async throws -> PageResponse
    ) async throws -> PageResponse {
        try await unlessNeeded(act) ?? redirect(continuingAt: next)
    }

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(request, user, nil)
    }

    static func confirm(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        do {
            let signedIn = try await user.session.reauthenticate(with: credential(in: request, user))
            var response = PageResponse.redirect(
                to: request.nextPath ?? LocalPath(SettingsSection.signIn.path)
            ).settingCookies(request.cookies.sessionCookie(signedIn), request.cookies.clientCookie(signedIn))
            response.signedIn = signedIn
            // The page with the kept form says it itself.
            guard request.keptForm == nil else { return response }
            return response.settingCookies(request.cookies.noticeCookie("confirmed"))
        } catch let error as SocialError where error.code == .invalidCredentials {
            let isPassword = request.form.has("password")
            let text = request.localizer(
                isPasskey(request)
                    ? "passkey.rejected"
                    : isPassword ? "reauthentication.wrong" : "reauthentication.wrongDevice")
            return try await page(
                request, user,
                SocialError(.invalidValue, text, field: isPassword ? "password" : nil))
        } catch let error as SocialError
            where error.field != nil || keptCodes.contains(error.code)
        {
            return try await page(request, user, error)
        }
    }

    private static func isPasskey(_ request: WebRequest) -> Bool { request.form.has("credentialId") }

    private static func credential(
        in request: WebRequest, _ user: SignedInUser
    ) throws(SocialError) -> Credential {
        guard !isPasskey(request) else { return try PasskeyForm.credential(in: request.form) }
        guard !request.form.has("password"), let secret = request.cookies.device else {
            return .password(
                username: user.account.username ?? "", password: request.form.exact("password"))
        }
        return .device(secret: secret)
    }

    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ error: SocialError?,
        continuingAt next: LocalPath? = nil, keeping sealed: String? = nil
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let ways = try await user.session.signInPage(PageRequest(limit: 1))
        let providers = ways.strongest.union(ways.contesting)
        let hasPassword = providers.contains(.password)
        let hasDevice = providers.contains(.device) && request.cookies.device != nil
        let older = ViewValue.text(localizer("reauthentication.older"))
        let isPasswordOlder = hasPassword && ways.contesting.contains(.password)
        let isDeviceOlder = hasDevice && ways.contesting.contains(.device)
        let passkey = ways.passkeys.isEmpty ? nil : PasskeyForm.view(request, choosingFrom: ways.passkeys)
        let elsewhere =
            hasPassword || hasDevice || passkey != nil
            ? nil : ways.passkeys.isEmpty ? "reauthentication.elsewhere" : "passkey.unsupported"
        let field = Field(
            name: "password", label: localizer("signIn.password"), type: "password",
            autocomplete: "current-password", attributes: [.isRequired])
        let view: View = [
            "back": .back(to: SettingsSection.signIn.path, named: localizer("settings.signIn.title")),
            "next": .text(optional: (next ?? request.nextPath)?.description),
            "kept": .text(optional: sealed ?? request.keptForm),
            "username": .text(user.account.username ?? ""), "hasPassword": .flag(hasPassword),
            "hasDevice": .flag(hasDevice), "passwordHint": isPasswordOlder ? older : .nothing,
            "deviceHint": isDeviceOlder && !isPasswordOlder ? older : .nothing,
            "passkey": .view(optional: passkey),
            "elsewhere": .text(optional: elsewhere.map { localizer($0) }),
        ]
        return .page(
            "Settings/confirm", title: localizer("reauthentication.title"), status: error == nil ? 200 : 422,
            [field].view(error, localizer) { _ in nil }.merging(view))
    }
}
