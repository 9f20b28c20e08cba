import Paceline

extension API {
    public static let createPasskeyChallenge = Endpoint<
        NoParameters, NoParameters, EmptyBody, PasskeyChallenge
    >(
        .post, "/v1/passkeys/challenges", id: "createPasskeyChallenge", .security,
        "Create a challenge for a passkey",
        notes: """
            To sign in or to confirm: pass `challenge` and `relyingParty` to `navigator.credentials.get()` or a \
            similar function, require user verification, and send the result as a credential. It works once, for \
            ten minutes.
            """,
        status: 201, takesCredentials: true, errors: [.providerUnavailable],
        // Nothing is stored, so a retry has no further effect.
        isIdempotent: true,
        .anyone { service, _ in try await service.createPasskeyChallenge() })

    public static let passkeys = Endpoint<NoParameters, NoParameters, EmptyBody, PasskeyList>(
        .get, "/v1/me/passkeys", id: "passkeys", .security, "List your passkeys",
        .account { services, _ in PasskeyList(items: try await services.passkeys()) })

    public static let preparePasskey = Endpoint<NoParameters, NoParameters, EmptyBody, PasskeyCreation>(
        .post, "/v1/me/passkeys/challenges", id: "preparePasskey", .security,
        "Create a challenge for a new passkey",
        notes: """
            Returns the input of `navigator.credentials.create()` or a similar function. Require a resident key and \
            user verification, and no attestation. The challenge works once, for ten minutes.
            """,
        status: 201, errors: [.reauthenticationRequired, .limitReached, .providerUnavailable],
        isIdempotent: true,
        .account { services, _ in try await services.preparePasskey() })

    public static let addPasskey = Endpoint<NoParameters, NoParameters, PasskeyRegistration, Passkey>(
        .post, "/v1/me/passkeys", id: "addPasskey", .security, "Add a passkey",
        notes: """
            \(endsEarlierAccess) Send `getPublicKey()`, `getAuthenticatorData()` and `clientDataJSON` of the \
            result; the server reads no CBOR. From then on, only passkeys confirm that it is you. At most 10 per person.
            """,
        status: 201, headers: [.idempotencyKey, .client], takesCredentials: true,
        errors: [
            .invalidCredentials, .reauthenticationRequired, .limitReached, .identityExists, .identityTaken,
            .providerUnavailable,
        ],
        .account { try await $0.addPasskey($1.body) })

    public static let removePasskey = Endpoint<PasskeyPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/me/passkeys/{id}", id: "removePasskey", .security, "Remove a passkey",
        notes: "\(endsEarlierAccess) Your last way to sign in cannot be removed.",
        headers: .client, errors: [.notFound, .lastIdentity, .reauthenticationRequired],
        .account { try await $0.removePasskey($1.path.id) })
}

/// `{id}`: a passkey's id.
public typealias PasskeyPath = IDPath<Passkey>
