import Paceline

extension API {
    public static let signUp = Endpoint<NoParameters, NoParameters, SignUp, SignedIn>(
        .post, "/v1/accounts", id: "signUp", .signingIn, "Sign up with a username and a password",
        status: 201, takesCredentials: true,
        errors: [.usernameTaken, .usernameInvalid, .usernameReserved, .usernameInappropriate],
        .anyone { try await $0.signUp($1.body) })

    public static let signIn = Endpoint<NoParameters, NoParameters, Credential, SignedIn>(
        .post, "/v1/sessions", id: "signIn", .signingIn, "Sign in",
        notes: "The first sign-in with a device secret or Apple identity creates an account.",
        status: 201, takesCredentials: true, errors: [.invalidCredentials, .providerUnavailable],
        .anyone { try await $0.signIn(with: $1.body) })

    public static let sessions = Endpoint<NoParameters, PageQuery, EmptyBody, Page<ActiveSession>>(
        .get, "/v1/sessions", id: "sessions", .signingIn, "List your sessions",
        .account { try await $0.sessions($1.query.page) })

    public static let revokeSession = Endpoint<SessionPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/sessions/{id}", id: "revokeSession", .signingIn, "End one of your sessions",
        errors: [.notFound],
        .account { try await $0.revokeSession($1.path.id) })

    public static let signOut = Endpoint<NoParameters, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/sessions/current", id: "signOut", .signingIn, "Sign out",
        .account { services, _ in try await services.signOut() })

    public static let identities = Endpoint<NoParameters, NoParameters, EmptyBody, IdentityList>(
        .get, "/v1/me/identities", id: "identities", .signingIn, "List your sign-in methods",
        .account { services, _ in IdentityList(items: try await services.identities()) })

    public static let linkIdentity = Endpoint<NoParameters, NoParameters, Credential, LinkedIdentity>(
        .post, "/v1/me/identities", id: "linkIdentity", .signingIn, "Link a sign-in method",
        status: 201, headers: .idempotencyKey, takesCredentials: true,
        errors: [.identityTaken, .identityExists, .invalidCredentials, .providerUnavailable, .usernameTaken],
        .account { try await $0.link($1.body) })

    public static let unlinkIdentity = Endpoint<IdentityPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/me/identities/{id}", id: "unlinkIdentity", .signingIn, "Unlink a sign-in method",
        notes: "The last one cannot be removed.",
        errors: [.notFound, .lastIdentity],
        .account { try await $0.unlink($1.path.id) })

    public static let changePassword = Endpoint<NoParameters, NoParameters, PasswordChange, NoContent>(
        .put, "/v1/me/password", id: "changePassword", .signingIn, "Change your password",
        notes: "Ends all other sessions. If you have no password, link one instead.",
        takesCredentials: true, errors: [.invalidCredentials, .notFound],
        // A retry would send a password that is no longer current.
        isIdempotent: false,
        .account { try await $0.changePassword($1.body) })
}

/// `{id}`: a session's id.
public typealias SessionPath = IDPath<SignedIn>

/// `{id}`: a linked identity's id.
public typealias IdentityPath = IDPath<LinkedIdentity>
