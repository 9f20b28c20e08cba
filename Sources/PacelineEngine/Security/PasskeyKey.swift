import Crypto
import CryptoExtras
import Foundation

/// The public key of a passkey.
enum PasskeyKey {
    case es256(P256.Signing.PublicKey)
    case edDSA(Curve25519.Signing.PublicKey)
    case rs256(_RSA.Signing.PublicKey)

    /// What SubjectPublicKeyInfo of keys on P-256 begins with, up to the point (RFC 5480).
    private static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
        0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
    /// What SubjectPublicKeyInfo of Ed25519 keys begins with (RFC 8410).
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
    /// The algorithm in SubjectPublicKeyInfo of RSA keys, after the four bytes of its length (RFC 3279).
    private static let rsaAlgorithm: [UInt8] = [
        0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    /// Parses SubjectPublicKeyInfo (RFC 5280); nil unless it is a key on P-256 or Ed25519, or one of RSA with at least
    /// 2,048 bits.
    init?(subjectPublicKeyInfo bytes: [UInt8]) {
        if bytes.starts(with: Self.p256Prefix) {
            let point = bytes.dropFirst(Self.p256Prefix.count)
            guard let key = try? P256.Signing.PublicKey(x963Representation: Data(point)) else { return nil }
            self = .es256(key)
        } else if bytes.starts(with: Self.ed25519Prefix) {
            let point = bytes.dropFirst(Self.ed25519Prefix.count)
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: Data(point)) else {
                return nil
            }
            self = .edDSA(key)
        } else if bytes.dropFirst(4).starts(with: Self.rsaAlgorithm) {
            guard let key = try? _RSA.Signing.PublicKey(derRepresentation: bytes) else { return nil }
            self = .rs256(key)
        } else {
            return nil
        }
    }

    /// - Parameter signature: as WebAuthn encodes it: for ES256 in DER.
    func isValidSignature(_ signature: [UInt8], for signed: [UInt8]) -> Bool {
        switch self {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
                return false
            }
            return key.isValidSignature(signature, for: signed)
        case .edDSA(let key): return key.isValidSignature(signature, for: signed)
        case .rs256(let key):
            // The name is a warning of encryption. Signatures with this padding are safe.
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: signed,
                padding: .insecurePKCS1v1_5)
        }
    }
}
