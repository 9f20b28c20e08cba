import Paceline

extension API {
    public static let signUp = Endpoint<NoParameters, NoParameters, SignUp, SignedIn>(
        .post, "/v1/accounts", id: "signUp", .signingIn, "Sign up with a username and a password",
        status: 201, headers: .client, takesCredentials: true,
        errors: [
            .usernameTaken, .usernameInvalid, .usernameReserved, .usernameInappropriate, .nameReserved,
            .passwordTooCommon, .ageRestricted, .busy,
        ],
        .anyone { try await $0.signUp($1.body) })

    public static let createNonce = Endpoint<NoParameters, NoParameters, EmptyBody, SignInNonce>(
        .post, "/v1/nonces", id: "createNonce", .signingIn, "Create a nonce for Sign in with Apple",
        notes: """
            Pass its `sha256` to Apple as the nonce of the request, and send its `value` with the identity token. It \
            works once, for ten minutes.
            """,
        status: 201, takesCredentials: true, errors: [.providerUnavailable],
        // Nothing is stored, so a retry has no further effect.
        isIdempotent: true,
        .anyone { service, _ in try await service.createNonce() })

    public static let signIn = Endpoint<NoParameters, NoParameters, SignInBody, SignedIn>(
        .post, "/v1/sessions", id: "signIn", .signingIn, "Sign in",
        notes: """
            The first sign-in with a device secret or Apple identity creates an account. Ask for the `birthDate` then: \
            without it, search, suggestions and the global board leave the person out. Send the `clientToken` of an \
            earlier sign-in: without one, signing in notifies the account's owner, and without one of a sign-in with \
            a password or a passkey, after ten wrong passwords a client can try only one every 15 minutes, after a \
            hundred one a day. An Apple token works once, to sign \
            in, to link or to confirm, within ten minutes of its issue. A passkey signs a challenge of \
            `POST /v1/passkeys/challenges`.
            """,
        status: 201, headers: .client, takesCredentials: true,
        errors: [.invalidCredentials, .notAllowed, .ageRestricted, .busy, .providerUnavailable],
        .anyone { try await $0.signIn(with: $1.body.credential, birthDate: $1.body.birthDate) })

    public static let sessions = Endpoint<NoParameters, PageQuery, EmptyBody, Page<ActiveSession>>(
        .get, "/v1/sessions", id: "sessions", .signingIn, "List your sessions",
        .account { try await $0.sessions($1.query.page) })

    public static let revokeSession = Endpoint<SessionPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/sessions/{id}", id: "revokeSession", .signingIn, "End one of your sessions",
        headers: .client, errors: [.notFound],
        .account { try await $0.revokeSession($1.path.id) })

    public static let signOut = Endpoint<NoParameters, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/sessions/current", id: "signOut", .signingIn, "Sign out", headers: .client,
        .account { services, _ in try await services.signOut() })

    public static let signOutEverywhere = Endpoint<
        NoParameters, NoParameters, EmptyBody, SignedOutEverywhere
    >(
        .delete, "/v1/sessions", id: "signOutEverywhere", .signingIn, "Sign out everywhere",
        notes: """
            Ends all your sessions and revokes all client tokens. Ends the confirmation of an email address that was \
            confirmed in the last seven days. Removes your device's secret. If it is your only way to sign in, or if \
            you confirmed with it and a stronger way was linked in the last seven days, replaces it. Children and \
            people of unknown age get another friend code, and their friend cards end.
            """,
        headers: .client, errors: [.reauthenticationRequired],
        // A retry would be rejected, and lose the new secret.
        isIdempotent: false,
        .account { services, _ in try await services.signOutEverywhere() })

    public static let reauthenticate = Endpoint<NoParameters, NoParameters, Credential, SignedIn>(
        .post, "/v1/sessions/current/reauthenticate", id: "reauthenticate", .signingIn,
        "Confirm that it is you",
        notes: """
            Needed within the ten minutes before you change how you sign in, your username or your email address; \
            signing in counts. The session gets a new token. Takes the strongest of your ways to sign in: a passkey \
            if you have one, else the password or the Apple identity, else the device's secret. For seven days after \
            a way was linked, an older one is accepted, too, but only to unlink that way and to sign out everywhere.
            """,
        headers: .client, takesCredentials: true,
        errors: [.invalidCredentials, .notAllowed, .busy, .providerUnavailable],
        .account { try await $0.reauthenticate(with: $1.body) })

    public static let identities = Endpoint<NoParameters, NoParameters, EmptyBody, IdentityList>(
        .get, "/v1/me/identities", id: "identities", .signingIn, "List your sign-in methods",
        notes: "Passkeys have a list of their own.",
        .account { services, _ in IdentityList(items: try await services.identities()) })

    /// What adding and removing a sign-in method does.
    static let endsEarlierAccess = """
        Ends all other sessions. Like a new password, it also revokes access tokens and recovery codes of the last \
        seven days.
        """

    public static let linkIdentity = Endpoint<NoParameters, NoParameters, Credential, LinkedIdentity>(
        .post, "/v1/me/identities", id: "linkIdentity", .signingIn, "Link a sign-in method",
        notes: endsEarlierAccess,
        status: 201, headers: [.idempotencyKey, .client], takesCredentials: true,
        errors: [
            .identityTaken, .identityExists, .invalidCredentials, .providerUnavailable, .usernameTaken,
            .passwordTooCommon, .reauthenticationRequired, .busy,
        ],
        .account { try await $0.link($1.body) })

    public static let unlinkIdentity = Endpoint<IdentityPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/me/identities/{id}", id: "unlinkIdentity", .signingIn, "Unlink a sign-in method",
        notes: "\(endsEarlierAccess) The last one cannot be removed.",
        headers: .client, errors: [.notFound, .lastIdentity, .reauthenticationRequired],
        .account { try await $0.unlink($1.path.id) })

    public static let changePassword = Endpoint<NoParameters, NoParameters, PasswordChange, SignedIn>(
        .put, "/v1/me/password", id: "changePassword", .signingIn, "Change your password",
        notes: """
            Ends all other sessions, and links to choose a new password that were sent by mail; this session gets a \
            new token. Also revokes access tokens and recovery codes that were created in the last seven days, except \
            codes of the account's first ten minutes. Older ones and other ways to sign in stay. If you have no \
            password, link one instead. If you have a passkey, confirm with it first.
            """,
        headers: .client, takesCredentials: true,
        errors: [.invalidCredentials, .notFound, .passwordTooCommon, .reauthenticationRequired, .busy],
        // A retry would send a password that is no longer current.
        isIdempotent: false,
        .account { try await $0.changePassword($1.body) })
}

/// `{id}`: a session's id.
public typealias SessionPath = IDPath<SignedIn>

/// `{id}`: a linked identity's id.
public typealias IdentityPath = IDPath<LinkedIdentity>
