import Paceline

/// How somebody signs in, and where they are signed in.
enum SignInSettings {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await page(visit, caller, nil)
    }

    static func changePassword(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let change = PasswordChange(
            currentPassword: visit.form.exact("currentPassword"),
            newPassword: visit.form.exact("newPassword"))
        return try await attempt(visit, caller, "passwordChanged") {
            try await caller.session.changePassword(change)
        }
    }

    /// Gives an account a password that had none.
    static func setPassword(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let credential = Credential.password(
            username: caller.account.username ?? "", password: visit.form.exact("password"))
        return try await attempt(visit, caller, "passwordSet") {
            _ = try await caller.session.link(credential)
        }
    }

    /// Lets this browser sign in without a password from now on.
    static func linkDevice(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let secret = visit.cookies.device ?? newSecret()
        let answer = try await attempt(visit, caller, "deviceLinked") {
            _ = try await caller.session.link(.device(secret: secret))
        }
        return answer.status == 303 ? answer.setting(visit.cookies.remembering(device: secret)) : answer
    }

    static func confirmUnlinking(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let id: LinkedIdentity.ID = try visit.id()
        guard let identity = try await caller.session.identities().first(where: { $0.id == id }) else {
            throw SocialError.noPage
        }
        let wording = visit.wording
        let way = wording("provider.\(identity.provider.rawValue)")
        return Confirmation(
            heading: wording("settings.signIn.unlinkTitle", ["way": way]),
            text: wording("settings.signIn.unlinkText"), button: wording("settings.signIn.unlink"),
            action: "/settings/identities/\(id)/unlink", back: LocalPath(SettingsPlace.signIn.path)
        ).page
    }

    static func unlink(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let id: LinkedIdentity.ID = try visit.id()
        return try await attempt(visit, caller, "unlinked") { try await caller.session.unlink(id) }
    }

    static func endSession(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let id: SignedIn.ID = try visit.id()
        guard id != caller.session.sessionID else { return try await SignInPages.signOut(visit, caller) }
        return try await attempt(visit, caller, "sessionEnded") { try await caller.session.revokeSession(id) }
    }

    /// Does it, or shows the page again with what is wrong.
    private static func attempt(
        _ visit: Visit, _ caller: Caller, _ notice: String, _ act: () async throws -> Void
    ) async throws -> PageAnswer {
        do {
            try await act()
            return SettingsPlace.signIn.saved(visit, notice)
        } catch let error as SocialError
            where error.field != nil || [.identityExists, .identityTaken, .lastIdentity].contains(error.code)
        {
            return try await page(visit, caller, error)
        }
    }
}

extension SignInSettings {
    private static func page(
        _ visit: Visit, _ caller: Caller, _ error: SocialError?
    ) async throws -> PageAnswer {
        let page = try await caller.session.signInPage(visit.page(of: 50))
        let (identities, signedIn) = (page.identities, page.sessions)
        let providers = identities.map(\.provider)
        let hasPassword = providers.contains(.password)
        let fields = passwords(visit.wording, hasPassword: hasPassword)
        let view: View = [
            "hasPassword": .flag(hasPassword), "lacksDevice": .flag(!providers.contains(.device)),
            "username": .text(caller.account.username ?? ""),
            "identities": .list(
                identities.map { self.identity($0, isOnly: identities.count == 1, visit.wording) }),
            "sessions": .list(signedIn.items.map { session($0, visit.wording) }),
            "more": visit.more(signedIn.next, in: "sessions", "friends.more"),
        ]
        return SettingsPlace.signIn.page(
            visit, status: error == nil ? 200 : 422,
            fields.view(error, visit.wording) { _ in nil }.merging(view))
    }

    private static func passwords(_ wording: Wording, hasPassword: Bool) -> [Field] {
        func field(_ name: String, isNew: Bool) -> Field {
            Field(
                name: name, label: wording("settings.signIn.\(name)"), type: "password",
                hint: isNew ? wording("signUp.passwordHint") : nil,
                autocomplete: isNew ? "new-password" : "current-password",
                attributes: isNew ? [.isRequired, .isNewPassword] : [.isRequired])
        }
        return hasPassword
            ? [field("currentPassword", isNew: false), field("newPassword", isNew: true)]
            : [field("password", isNew: true)]
    }

    private static func identity(_ identity: LinkedIdentity, isOnly: Bool, _ wording: Wording) -> View {
        [
            "name": .text(wording("provider.\(identity.provider.rawValue)")),
            "since": .text(
                wording(
                    "settings.signIn.since",
                    ["date": wording.date(Day(of: identity.createdAt, in: wording.timeZone))])),
            "unlinking": isOnly ? .nothing : .text("/settings/identities/\(identity.id)/unlink"),
        ]
    }

    private static func session(_ session: ActiveSession, _ wording: Wording) -> View {
        let date = wording.date(Day(of: session.createdAt, in: wording.timeZone))
        let ending = ActionForm(
            action: "/settings/sessions/\(session.id)/end", text: wording("settings.signIn.end"),
            label: wording("settings.signIn.endFor", ["date": date]), style: "quiet small")
        return [
            "id": .text("\(session.id)"), "isCurrent": .flag(session.isCurrent),
            "name": .text(wording("settings.signIn.session", ["date": date])),
            "way": .text(wording("provider.\(session.provider.rawValue)")),
            "time": .view(wording.time(session.lastUsedAt)),
            "ending": session.isCurrent ? .nothing : .view(ending.view),
        ]
    }
}
