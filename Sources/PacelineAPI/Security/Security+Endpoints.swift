import Paceline

extension API {
    public static let recover = Endpoint<NoParameters, NoParameters, Recovery, SignedIn>(
        .post, "/v1/recoveries", id: "recover", .security, "Regain your account with a recovery code or link",
        notes: """
            Sets a new password or a device's new secret, which becomes the only way to sign in, and signs in. Ends \
            all sessions, and revokes all access tokens, client tokens and other recovery codes. A password needs an \
            account with a username. If the code or the address is less than a week old, the former ways to sign in \
            can be restored for seven days.
            """,
        status: 201, headers: .client, takesCredentials: true,
        errors: [.invalidCredentials, .passwordTooCommon, .identityTaken, .busy],
        .anyone { try await $0.recover($1.body) })

    public static let restore = Endpoint<NoParameters, NoParameters, Credential, SignedIn>(
        .post, "/v1/recoveries/former", id: "restore", .security, "Restore your former ways to sign in",
        notes: """
            For people whose ways to sign in were replaced by another person. Takes a former way that was removed in \
            the last seven days together with all others, or replaced by a recovery whose code or email address was \
            less than a week old. Removes all ways that were added since, ends all sessions, and revokes all access \
            tokens, client tokens and recovery codes.
            """,
        status: 201, headers: .client, takesCredentials: true,
        errors: [.invalidCredentials, .notAllowed, .busy, .providerUnavailable],
        .anyone { try await $0.restore(with: $1.body) })

    public static let sendRecoveryLink = Endpoint<
        NoParameters, NoParameters, RecoveryLinkRequest, NoContent
    >(
        .post, "/v1/recoveries/links", id: "sendRecoveryLink", .security,
        "Send a link to choose a new password",
        notes: """
            By mail, to the confirmed address of the account. The link works once, for 30 minutes, until the owner \
            changes how they sign in. Succeeds also if there is no such account or address. At most three within an \
            hour, and 30 from one network.
            """,
        headers: .client, takesCredentials: true, errors: [.providerUnavailable, .busy],
        .anyone { service, request in
            try await service.sendRecoveryLink(to: request.body.account)
            return NoContent()
        })

    public static let confirmEmail = Endpoint<
        NoParameters, NoParameters, EmailConfirmationBody, NoContent
    >(
        .post, "/v1/email-confirmations", id: "confirmEmail", .security, "Confirm your email address",
        notes: """
            With the code of the link that was sent there. The link works for 24 hours, and only in your account, \
            since it may have reached a stranger.
            """,
        takesCredentials: true, errors: [.invalidCredentials], isIdempotent: true,
        .account { services, request in
            try await services.confirmEmail(request.body.code)
            return NoContent()
        })

    public static let sendEmailConfirmation = Endpoint<NoParameters, NoParameters, EmptyBody, NoContent>(
        .post, "/v1/me/email/confirmation", id: "sendEmailConfirmation", .security,
        "Send a link that confirms your email address",
        notes: """
            A server that sends mail does so itself when the address changes. Does nothing if it is confirmed. At most \
            five within a day.
            """,
        errors: [.providerUnavailable, .notFound, .invalidValue, .ageRestricted],
        .account { services, _ in try await services.sendEmailConfirmation() })

    public static let recoveryCodes = Endpoint<NoParameters, NoParameters, EmptyBody, RecoveryCodesStatus>(
        .get, "/v1/me/recovery-codes", id: "recoveryCodes", .security, "Count your recovery codes",
        .account { services, _ in try await services.recoveryCodes() })

    public static let createRecoveryCodes = Endpoint<NoParameters, NoParameters, EmptyBody, RecoveryCodes>(
        .post, "/v1/me/recovery-codes", id: "createRecoveryCodes", .security, "Create recovery codes",
        notes: "They are returned only once. Earlier codes stop working.", status: 201,
        headers: .client, errors: [.reauthenticationRequired],
        .account { services, _ in try await services.createRecoveryCodes() })

    public static let accessTokens = Endpoint<NoParameters, NoParameters, EmptyBody, AccessTokenList>(
        .get, "/v1/me/tokens", id: "accessTokens", .security, "List your access tokens",
        .account { services, _ in AccessTokenList(items: try await services.accessTokens()) })

    public static let createAccessToken = Endpoint<
        NoParameters, NoParameters, AccessTokenDraft, CreatedAccessToken
    >(
        .post, "/v1/me/tokens", id: "createAccessToken", .security, "Create an access token",
        notes: """
            For a script or a recorder. Send the secret as `Authorization: Bearer pct_…`, or as the password of \
            `Authorization: Basic`, with any username. It expires as a session does, after 366 days at the latest. At \
            most 20 per person.
            """,
        status: 201, headers: .client, errors: [.reauthenticationRequired, .limitReached],
        .account { try await $0.createAccessToken($1.body) })

    public static let revokeAccessToken = Endpoint<AccessTokenPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/me/tokens/{id}", id: "revokeAccessToken", .security, "Revoke an access token",
        headers: .client, errors: [.notFound],
        .account { try await $0.revokeAccessToken($1.path.id) })

    public static let securityEvents = Endpoint<NoParameters, PageQuery, EmptyBody, Page<SecurityEvent>>(
        .get, "/v1/me/security", id: "securityEvents", .security,
        "List the security events of your account",
        notes: """
            Newest first. Events are kept for 180 days, the networks that they came from for 30. After ten of \
            a kind within a day, equal ones are counted in one, and after thirty, all further ones, but not those of \
            groups with other members.
            """,
        .account { try await $0.securityEvents($1.query.page) })
}

/// `{id}`: an access token's id.
public typealias AccessTokenPath = IDPath<AccessToken>

extension AnyEndpoint {
    /// The scope that an access token needs to call it; nil if no token may.
    ///
    /// Only sessions reach the account and how its owner signs in; changes and streams, which contain the account; and
    /// whom the owner blocks, mutes or declines. XP is not part of that: tokens that read the owner's workouts see what
    /// each of them earned, but none can spend it. No token does what the staff do.
    public var scope: TokenScope? {
        let isOwn = path.description == "/v1/me" || path.description.hasPrefix("/v1/me/")
        let isAboutAccount = isOwn && tag != .experience
        guard access == .member, role == nil, !isAboutAccount, !isPrivate, id != API.blocks.id,
            id != API.mutes.id
        else {
            return nil
        }
        switch tag {
        case .signingIn, .security, .settings, .sync, .live, .moderation, .administration, .operation:
            return nil
        case .people, .graph, .reactions, .groups, .notifications: return method == .get ? .read : .social
        case .feed: return .read
        case .experience: return method == .get ? .read : nil
        case .workouts: return method == .get ? .read : .workouts
        case .leaderboards, .games: return method == .get ? .read : .scores
        }
    }
}
