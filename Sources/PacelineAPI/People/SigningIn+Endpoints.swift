import Paceline

extension API {
    public static let signUp = Endpoint<NoParameters, NoParameters, SignUp, SignedIn>(
        .post, "/v1/accounts", id: "signUp", .signingIn, .anyone, "Sign up with a username and a password",
        status: 201, takesCredentials: true,
        errors: [.usernameTaken, .usernameInvalid, .usernameReserved, .usernameInappropriate])

    public static let signIn = Endpoint<NoParameters, NoParameters, Credential, SignedIn>(
        .post, "/v1/sessions", id: "signIn", .signingIn, .anyone, "Sign in",
        notes: "The first use of a device secret or of an Apple identity makes the account.",
        status: 201, takesCredentials: true, errors: [.invalidCredentials, .providerUnavailable])

    public static let sessions = Endpoint<NoParameters, PageQuery, NoBody, Page<ActiveSession>>(
        .get, "/v1/sessions", id: "sessions", .signingIn, .account, "Where I am signed in")

    public static let revokeSession = Endpoint<SessionPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/sessions/{id}", id: "revokeSession", .signingIn, .account, "End one of my sessions",
        errors: [.notFound])

    public static let signOut = Endpoint<NoParameters, NoParameters, NoBody, Nothing>(
        .delete, "/v1/sessions/current", id: "signOut", .signingIn, .account, "Sign out")

    public static let identities = Endpoint<NoParameters, NoParameters, NoBody, IdentityList>(
        .get, "/v1/me/identities", id: "identities", .signingIn, .account, "The ways in which I can sign in")

    public static let linkIdentity = Endpoint<NoParameters, NoParameters, Credential, LinkedIdentity>(
        .post, "/v1/me/identities", id: "linkIdentity", .signingIn, .account, "Link another way to sign in",
        status: 201, headers: .idempotencyKey, takesCredentials: true,
        errors: [.identityTaken, .identityExists, .invalidCredentials, .providerUnavailable, .usernameTaken])

    public static let unlinkIdentity = Endpoint<IdentityPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/me/identities/{id}", id: "unlinkIdentity", .signingIn, .account,
        "Unlink a way to sign in", notes: "The last one cannot be removed.",
        errors: [.notFound, .lastIdentity])

    public static let changePassword = Endpoint<NoParameters, NoParameters, PasswordChange, Nothing>(
        .put, "/v1/me/password", id: "changePassword", .signingIn, .account, "Change my password",
        notes: "Ends every other session. Whoever has no password links one instead.",
        takesCredentials: true, errors: [.invalidCredentials, .notFound],
        // The second time, the current password is not the current one any more.
        isIdempotent: false)
}

/// `{id}`: a sign-in’s.
public typealias SessionPath = IDPath<SignedIn>

/// `{id}`: a linked identity’s.
public typealias IdentityPath = IDPath<LinkedIdentity>
