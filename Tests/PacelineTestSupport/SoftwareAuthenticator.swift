import Crypto
import CryptoExtras
import Foundation
import Paceline

/// An authenticator with one passkey, which answers as browsers do. Tests change what it says to test what is refused.
public struct SoftwareAuthenticator: Sendable {
    /// The algorithms that servers accept.
    public enum Algorithm: CaseIterable, Sendable {
        case es256, edDSA, rs256
    }

    private enum Key: Sendable {
        case es256(P256.Signing.PrivateKey)
        case edDSA(Curve25519.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)
    }

    private let key: Key
    /// The id of the passkey: random bytes.
    public var credentialID: Data
    /// What the browser says where it is.
    public var origin: String
    /// The domain that the browser passes on; nil for that of the challenge.
    public var relyingParty: String?
    /// Whether the page is in a frame of another site.
    public var isCrossOrigin: Bool?
    /// Whether its user was present, and was verified.
    public var (isPresent, isVerified) = (true, true)
    /// Whether the passkey can be backed up, and is.
    public var (canBackUp, isBackedUp) = (true, true)
    /// How often it signed; 0 as it does not count.
    public var signCounter: UInt32 = 0
    /// What it stores to know the account by; nil to return nothing.
    public var userHandle: Base64URLData?

    /// - Parameter origin: by default that of a community without a public address.
    public init(_ algorithm: Algorithm = .es256, origin: String = "http://localhost:8080") throws {
        key =
            switch algorithm {
            case .es256: .es256(P256.Signing.PrivateKey())
            case .edDSA: .edDSA(Curve25519.Signing.PrivateKey())
            case .rs256: .rs256(try _RSA.Signing.PrivateKey(keySize: .bits2048))
            }
        credentialID = Data(randomBytes: 32)
        self.origin = origin
    }

    /// Creates the passkey, as `navigator.credentials.create()` does.
    public mutating func create(
        for creation: PasskeyCreation, named name: String = "Laptop", type: String = "webauthn.create"
    ) -> PasskeyRegistration {
        userHandle = creation.userHandle
        return PasskeyRegistration(
            name: name, publicKey: Base64URLData(Data(publicKey)),
            authenticatorData: Base64URLData(Data(newCredentialData(for: creation.relyingParty))),
            clientDataJSON: Base64URLData(clientData(type, creation.challenge)))
    }

    /// The attestation object of the passkey, as AuthenticationServices returns it.
    public func attestationObject(for creation: PasskeyCreation) -> Data {
        let data = newCredentialData(for: creation.relyingParty)
        var object: [UInt8] = [0xA3]
        for text in ["fmt", "none", "attStmt"] { object += Self.text(text) }
        object.append(0xA0)
        object += Self.text("authData")
        object += Self.bytes(data)
        return Data(object)
    }

    /// Signs the challenge, as `navigator.credentials.get()` does.
    public func sign(
        _ challenge: PasskeyChallenge, type: String = "webauthn.get"
    ) throws -> PasskeyAssertion {
        let authenticatorData = Data(data(for: challenge.relyingParty, flags: 0))
        let clientData = clientData(type, challenge.challenge)
        let signed = authenticatorData + Data(SHA256.hash(data: clientData))
        return PasskeyAssertion(
            credentialID: credentialID, authenticatorData: authenticatorData, clientDataJSON: clientData,
            signature: try signature(of: signed), userHandle: userHandle?.data)
    }

    private func signature(of signed: Data) throws -> Data {
        switch key {
        case .es256(let key): try key.signature(for: signed).derRepresentation
        case .edDSA(let key): try key.signature(for: signed)
        case .rs256(let key): try key.signature(for: signed, padding: .insecurePKCS1v1_5).rawRepresentation
        }
    }

    private func clientData(_ type: String, _ challenge: Base64URLData) -> Data {
        let crossOrigin = isCrossOrigin.map { #","crossOrigin":\#($0)"# } ?? ""
        return Data(
            #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)"\#(crossOrigin)}"#.utf8)
    }

    private func data(for relyingParty: String, flags: UInt8) -> [UInt8] {
        var flags = flags
        if isPresent { flags |= 0x01 }
        if isVerified { flags |= 0x04 }
        if canBackUp { flags |= 0x08 }
        if isBackedUp { flags |= 0x10 }
        var data = Array(SHA256.hash(data: Data((self.relyingParty ?? relyingParty).utf8)))
        data.append(flags)
        withUnsafeBytes(of: signCounter.bigEndian) { data += $0 }
        return data
    }

    private func newCredentialData(for relyingParty: String) -> [UInt8] {
        var data = data(for: relyingParty, flags: 0x40)
        data += [UInt8](repeating: 0, count: 16)
        withUnsafeBytes(of: UInt16(credentialID.count).bigEndian) { data += $0 }
        data += credentialID
        data += coseKey
        return data
    }
}

extension SoftwareAuthenticator {
    /// The public key as SubjectPublicKeyInfo.
    public var publicKey: [UInt8] {
        switch key {
        case .es256(let key): Array(key.publicKey.derRepresentation)
        case .edDSA(let key): Self.ed25519Prefix + Array(key.publicKey.rawRepresentation)
        case .rs256(let key): Array(key.publicKey.derRepresentation)
        }
    }

    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    /// The public key as CBOR, which servers do not read.
    private var coseKey: [UInt8] {
        var cose: [UInt8]
        switch key {
        case .es256(let key):
            let point = Array(key.publicKey.rawRepresentation)
            cose = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]
            cose += Self.bytes(Array(point.prefix(32)))
            cose.append(0x22)
            cose += Self.bytes(Array(point.suffix(32)))
        case .edDSA(let key):
            cose = [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21]
            cose += Self.bytes(Array(key.publicKey.rawRepresentation))
        case .rs256(let key):
            // Both numbers are at the end of the key: the modulus, and the exponent 65537.
            let end = Array(key.publicKey.derRepresentation.suffix(261))
            cose = [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20]
            cose += Self.bytes(Array(end.prefix(256)))
            cose.append(0x21)
            cose += Self.bytes(Array(end.suffix(3)))
        }
        return cose
    }

    private static func text(_ text: String) -> [UInt8] {
        var cbor = [0x60 | UInt8(text.utf8.count)]
        cbor += text.utf8
        return cbor
    }

    private static func bytes(_ bytes: [UInt8]) -> [UInt8] {
        var cbor: [UInt8] = [0x59]
        withUnsafeBytes(of: UInt16(bytes.count).bigEndian) { cbor += $0 }
        cbor += bytes
        return cbor
    }
}
