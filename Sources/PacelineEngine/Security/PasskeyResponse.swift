import Crypto
import Foundation
import Paceline

/// What an authenticator and the browser or operating system say about the creation or the use of a passkey, checked
/// except for the signature. Source: Web Authentication, sections 7.1 and 7.2.
struct PasskeyResponse: Sendable {
    let authenticator: AuthenticatorData
    /// The challenge, which works once.
    let challenge: SingleUse

    /// What was done with the passkey, as the client data names it.
    enum Action: String {
        case creation = "webauthn.create"
        case use = "webauthn.get"
    }
}

extension Engine {
    /// Checks a response.
    /// - Throws: ``SocialError/Code/invalidCredentials``, ``SocialError/Code/invalidValue`` or
    ///   ``SocialError/Code/providerUnavailable``.
    func check(
        _ clientDataJSON: Base64URLData, _ authenticatorData: Base64URLData, of action: PasskeyResponse.Action
    ) throws(SocialError) -> PasskeyResponse {
        let relyingParty = try requireRelyingParty()
        try clientDataJSON.check("clientDataJSON", upTo: Passkey.ByteLimit.clientData)
        try authenticatorData.check("authenticatorData", upTo: Passkey.ByteLimit.authenticatorData)
        guard let clientData = ClientData(clientDataJSON.data) else {
            throw SocialError(
                .invalidValue, "clientDataJSON is not the client data of a passkey.", field: "clientDataJSON")
        }
        guard let authenticator = AuthenticatorData(Array(authenticatorData.data)) else {
            throw SocialError(
                .invalidValue, "authenticatorData is not the data of an authenticator.",
                field: "authenticatorData")
        }
        guard clientData.type == action.rawValue else {
            throw .passkeyRejected("clientDataJSON", "It was made for something else.")
        }
        guard let nonce = IssuedNonce(clientData.challenge, for: .passkey, communityKey) else {
            throw .passkeyRejected("clientDataJSON", "The challenge is not one of this community.")
        }
        guard relyingParty.origins.contains(clientData.origin), clientData.crossOrigin != true,
            authenticator.relyingPartyHash == Array(SHA256.hash(data: Data(relyingParty.id.utf8)))
        else {
            throw .passkeyRejected("clientDataJSON", "It was made for another site or app.")
        }
        guard authenticator.flags.isSuperset(of: [.userPresent, .userVerified]) else {
            throw .passkeyRejected("authenticatorData", "The device did not verify its user.")
        }
        guard !authenticator.flags.contains(.backedUp) || authenticator.flags.contains(.backupEligible) else {
            throw .passkeyRejected("authenticatorData", "It says that it is backed up but cannot be.")
        }
        return PasskeyResponse(
            authenticator: authenticator,
            challenge: SingleUse("clientDataJSON", nonce.bytes, until: nonce.expiresAt))
    }
}

/// The part of the client data that is checked.
private struct ClientData: Decodable {
    let type: String
    let challenge: String
    let origin: String
    let crossOrigin: Bool?

    /// Nil if it is not the JSON of client data.
    init?(_ json: Data) {
        guard let value = try? JSONDecoder().decode(ClientData.self, from: json) else { return nil }
        self = value
    }
}

/// What an authenticator says. Only the part with fixed places is read: neither the public key, which is CBOR, nor
/// extensions.
struct AuthenticatorData: Sendable {
    /// The SHA-256 of the relying party's id.
    let relyingPartyHash: [UInt8]
    let flags: Flags
    /// How often the authenticator has signed; 0 if it does not count.
    let signCounter: Int64
    /// The id of a new passkey; nil if the data is about the use of one.
    let credentialID: [UInt8]?

    struct Flags: OptionSet {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 0x01)
        static let userVerified = Flags(rawValue: 0x04)
        static let backupEligible = Flags(rawValue: 0x08)
        static let backedUp = Flags(rawValue: 0x10)
        static let hasCredential = Flags(rawValue: 0x40)
    }

    /// The length of what each authenticator says, and of what comes before the id of a new passkey.
    private static let (headLength, idStart) = (37, 55)

    /// Nil if it is too short.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headLength else { return nil }
        relyingPartyHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        signCounter = bytes[33..<Self.headLength].reduce(0) { $0 << 8 | Int64($1) }
        guard flags.contains(.hasCredential) else {
            credentialID = nil
            return
        }
        guard bytes.count >= Self.idStart else { return nil }
        let length = Int(bytes[Self.idStart - 2]) << 8 | Int(bytes[Self.idStart - 1])
        guard length > 0, bytes.count >= Self.idStart + length else { return nil }
        credentialID = Array(bytes[Self.idStart..<Self.idStart + length])
    }
}

extension Base64URLData {
    /// - Throws: ``SocialError/Code/invalidValue`` if it is empty or too long.
    func check(_ field: String, upTo byteCount: Int) throws(SocialError) {
        guard !data.isEmpty, data.count <= byteCount else {
            throw SocialError(
                .invalidValue, "\(field) must be 1 to \(byteCount) bytes in base64url.", field: field)
        }
    }
}

extension SocialError {
    static func passkeyRejected(_ field: String?, _ reason: String) -> SocialError {
        SocialError(.invalidCredentials, "The passkey was not accepted. \(reason)", field: field)
    }
}
