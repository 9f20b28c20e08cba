import Foundation

/// A passkey: a key pair with which a person signs in by fingerprint, face or screen lock. The device or password
/// manager that made it keeps the private key, and the server knows only the public one.
///
/// ```swift
/// for passkey in try await session.passkeys() {
///     print(passkey.name, passkey.lastUsedAt ?? passkey.createdAt)
/// }
/// ```
public struct Passkey: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<Passkey>

    /// The maximum number of passkeys of a person.
    public static let limit = 10

    public var id: ID
    /// The id that the authenticator gave it. Pass those of ``SecurityService/passkeys()`` to the platform to confirm
    /// who uses the app, so that it offers no passkey of another account.
    public var credentialID: Base64URLData
    /// The name that its owner gave it.
    public var name: String
    /// When it was added.
    public var createdAt: Date
    /// When it was last used to sign in or to confirm; nil if it was not.
    public var lastUsedAt: Date?

    private enum CodingKeys: String, CodingKey {
        case id, name, createdAt, lastUsedAt
        case credentialID = "credentialId"
    }

    public init(
        id: ID, credentialID: Base64URLData, name: String, createdAt: Date, lastUsedAt: Date? = nil
    ) {
        self.id = id
        self.credentialID = credentialID
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}

extension Passkey {
    /// The largest values that servers accept, in bytes.
    package enum ByteLimit {
        package static let credentialID = 1_023
        package static let publicKey = 1_024
        package static let authenticatorData = 4_096
        package static let clientData = 4_096
        package static let signature = 1_024
        package static let userHandle = 64
    }
}

/// What a passkey has to sign, to sign in or to confirm who uses the app.
///
/// ```swift
/// let challenge = try await server.createPasskeyChallenge()
/// let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
///     relyingPartyIdentifier: challenge.relyingParty)
/// let request = provider.createCredentialAssertionRequest(challenge: challenge.challenge.data)
/// ```
public struct PasskeyChallenge: Sendable, Equatable, Codable {
    /// The bytes to sign. They work once.
    public var challenge: Base64URLData
    /// The domain that the passkeys belong to: the relying party ID of WebAuthn.
    public var relyingParty: String
    /// When the challenge stops working: ten minutes after it was created.
    public var expiresAt: Date

    public init(challenge: Base64URLData, relyingParty: String, expiresAt: Date) {
        self.challenge = challenge
        self.relyingParty = relyingParty
        self.expiresAt = expiresAt
    }
}

/// What a device or browser needs to create a passkey.
///
/// ```swift
/// let creation = try await session.preparePasskey()
/// let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
///     relyingPartyIdentifier: creation.relyingParty)
/// let request = provider.createCredentialRegistrationRequest(
///     challenge: creation.challenge.data, name: creation.accountName, userID: creation.userHandle.data)
/// ```
public struct PasskeyCreation: Sendable, Equatable, Codable {
    /// The signature algorithms that servers accept, as numbers of COSE: ES256, EdDSA and RS256.
    public static let algorithms = [-7, -8, -257]

    /// The challenge. It works once.
    public var challenge: Base64URLData
    /// The domain that the passkey will belong to: the relying party ID of WebAuthn.
    public var relyingParty: String
    /// The account's identifier in authenticators: the user ID of WebAuthn. It is the same for all passkeys of an
    /// account, and reveals nothing about it.
    public var userHandle: Base64URLData
    /// The name that authenticators show: the username, or the display name of an account without one.
    public var accountName: String
    /// The display name.
    public var displayName: String
    /// The ids of the account's passkeys. An authenticator that has one of them creates no other.
    public var excludedCredentialIDs: [Base64URLData]
    /// The accepted algorithms, the preferred first; see ``algorithms``.
    public var algorithms: [Int]
    /// When the challenge stops working: ten minutes after it was created.
    public var expiresAt: Date

    private enum CodingKeys: String, CodingKey {
        case challenge, relyingParty, userHandle, accountName, displayName, algorithms, expiresAt
        case excludedCredentialIDs = "excludedCredentialIds"
    }

    public init(
        challenge: Base64URLData, relyingParty: String, userHandle: Base64URLData, accountName: String,
        displayName: String, excludedCredentialIDs: [Base64URLData],
        algorithms: [Int] = PasskeyCreation.algorithms, expiresAt: Date
    ) {
        self.challenge = challenge
        self.relyingParty = relyingParty
        self.userHandle = userHandle
        self.accountName = accountName
        self.displayName = displayName
        self.excludedCredentialIDs = excludedCredentialIDs
        self.algorithms = algorithms
        self.expiresAt = expiresAt
    }
}

/// A passkey to add, as a device or browser created it. Its user must have been verified; there is no attestation.
///
/// ```swift
/// let registration = PasskeyRegistration(
///     name: "My phone", publicKey: publicKey, authenticatorData: authenticatorData, clientDataJSON: clientData)
/// let passkey = try await session.addPasskey(registration)
/// ```
public struct PasskeyRegistration: Sendable, Equatable, Codable {
    /// The name, 1 to 50 characters.
    public var name: String
    /// The public key as SubjectPublicKeyInfo: what `getPublicKey()` of WebAuthn returns.
    public var publicKey: Base64URLData
    /// What the authenticator says about itself and the key: `getAuthenticatorData()` of WebAuthn.
    public var authenticatorData: Base64URLData
    /// What the browser or the operating system says about the request, with the challenge.
    public var clientDataJSON: Base64URLData

    public init(
        name: String, publicKey: Base64URLData, authenticatorData: Base64URLData,
        clientDataJSON: Base64URLData
    ) {
        self.name = name
        self.publicKey = publicKey
        self.authenticatorData = authenticatorData
        self.clientDataJSON = clientDataJSON
    }

    /// Checks and normalises the name.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    public func checked() throws(SocialError) -> PasskeyRegistration {
        var checked = self
        checked.name = try TextRule.passkeyName.check(name)
        return checked
    }
}

/// A challenge that a passkey has signed: the credential of ``Credential/passkey(_:)``.
///
/// ```swift
/// let assertion = PasskeyAssertion(
///     credentialID: answer.credentialID, authenticatorData: answer.rawAuthenticatorData,
///     clientDataJSON: answer.rawClientDataJSON, signature: answer.signature, userHandle: answer.userID)
/// let signedIn = try await server.signIn(with: .passkey(assertion))
/// ```
public struct PasskeyAssertion: Sendable, Equatable, Codable {
    /// The id that the authenticator gave the passkey.
    public var credentialID: Base64URLData
    /// What the authenticator says about itself and its user.
    public var authenticatorData: Base64URLData
    /// What the browser or the operating system says about the request, with the challenge.
    public var clientDataJSON: Base64URLData
    /// The signature of both.
    public var signature: Base64URLData
    /// ``PasskeyCreation/userHandle``; nil if the authenticator returned none.
    public var userHandle: Base64URLData?

    private enum CodingKeys: String, CodingKey {
        case authenticatorData, clientDataJSON, signature, userHandle
        case credentialID = "credentialId"
    }

    public init(
        credentialID: Base64URLData, authenticatorData: Base64URLData, clientDataJSON: Base64URLData,
        signature: Base64URLData, userHandle: Base64URLData? = nil
    ) {
        self.credentialID = credentialID
        self.authenticatorData = authenticatorData
        self.clientDataJSON = clientDataJSON
        self.signature = signature
        self.userHandle = userHandle
    }

    /// Creates it from the values of AuthenticationServices.
    public init(
        credentialID: Data, authenticatorData: Data, clientDataJSON: Data, signature: Data,
        userHandle: Data? = nil
    ) {
        self.init(
            credentialID: Base64URLData(credentialID), authenticatorData: Base64URLData(authenticatorData),
            clientDataJSON: Base64URLData(clientDataJSON), signature: Base64URLData(signature),
            userHandle: userHandle.map { Base64URLData($0) })
    }
}
