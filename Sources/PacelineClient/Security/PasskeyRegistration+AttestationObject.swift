import Foundation
import Paceline

extension PasskeyRegistration {
    /// Creates it from an attestation object, which AuthenticationServices returns instead of the public key.
    ///
    /// ```swift
    /// let registration = try PasskeyRegistration(
    ///     name: "Phone", attestationObject: answer.rawAttestationObject ?? Data(),
    ///     clientDataJSON: answer.rawClientDataJSON)
    /// ```
    /// - Throws: ``SocialError/Code/invalidValue`` if it has no key of ES256, EdDSA or RS256.
    public init(name: String, attestationObject: Data, clientDataJSON: Data) throws(SocialError) {
        var reader = CBORReader(attestationObject)
        guard case .map(let object) = reader.value(),
            case .bytes(let authenticatorData) = object[.text("authData")],
            let publicKey = Self.publicKey(in: authenticatorData)
        else {
            throw SocialError(
                .invalidValue, "The attestation object has no key that Paceline supports.", field: "publicKey"
            )
        }
        self.init(
            name: name, publicKey: Base64URLData(Data(publicKey)),
            authenticatorData: Base64URLData(Data(authenticatorData)),
            clientDataJSON: Base64URLData(clientDataJSON))
    }

    /// The key of a new credential as SubjectPublicKeyInfo; nil if there is none that servers accept.
    ///
    /// The data consists of 37 bytes, of which the 33rd has flags; with the flag for a new credential 16 bytes of its
    /// model, 2 of the length of its id, the id, and the key. Source: Web Authentication, Authenticator Data.
    private static func publicKey(in authenticatorData: [UInt8]) -> [UInt8]? {
        let (flags, lengthEnd) = (32, 55)
        guard authenticatorData.count > lengthEnd, authenticatorData[flags] & 0x40 != 0 else { return nil }
        let length = Int(authenticatorData[lengthEnd - 2]) << 8 | Int(authenticatorData[lengthEnd - 1])
        var reader = CBORReader(authenticatorData.dropFirst(lengthEnd + length))
        guard case .map(let key) = reader.value() else { return nil }
        return COSEKey(values: key).subjectPublicKeyInfo
    }
}

/// A public key of COSE (RFC 9053).
private struct COSEKey {
    let values: [CBORValue: CBORValue]

    /// The key in the form of X.509 (RFC 5280), as `getPublicKey()` of browsers returns it; nil for other algorithms
    /// than ES256, EdDSA with Ed25519, and RS256.
    var subjectPublicKeyInfo: [UInt8]? {
        switch (integer(1), integer(3)) {
        case (2, -7):
            guard integer(-1) == 1, let x = bytes(-2), let y = bytes(-3), x.count == 32, y.count == 32 else {
                return nil
            }
            return DER.p256Point + x + y
        case (1, -8):
            guard integer(-1) == 6, let x = bytes(-2), x.count == 32 else { return nil }
            return DER.ed25519Point + x
        case (3, -257):
            guard let modulus = bytes(-1), let exponent = bytes(-2) else { return nil }
            let key = DER.sequence(DER.integer(modulus) + DER.integer(exponent))
            return DER.sequence(DER.rsaAlgorithm + DER.bitString(key))
        default: return nil
        }
    }

    /// The integer of the label; 0, which no label has, if there is none.
    private func integer(_ label: Int) -> Int {
        if case .integer(let number) = values[.integer(label)] { number } else { 0 }
    }

    private func bytes(_ label: Int) -> [UInt8]? {
        if case .bytes(let bytes) = values[.integer(label)] { bytes } else { nil }
    }
}

/// The parts of DER that public keys consist of.
private enum DER {
    /// All of a key on the curve P-256 up to its coordinates.
    static let p256Point: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
        0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]
    /// All of an Ed25519 key up to its 32 bytes.
    static let ed25519Point: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
    /// The identifier of RSA keys.
    static let rsaAlgorithm: [UInt8] = [
        0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    static func sequence(_ content: [UInt8]) -> [UInt8] { element(0x30, content) }
    static func bitString(_ content: [UInt8]) -> [UInt8] { element(0x03, [0] + content) }

    /// A positive integer.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array(bytes.drop { $0 == 0 })
        return element(0x02, (digits.first ?? 0x80) < 0x80 ? digits : [0] + digits)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let low = UInt8(truncatingIfNeeded: count)
        let length: [UInt8] =
            switch count {
            case ..<0x80: [low]
            case ..<0x100: [0x81, low]
            default: [0x82, UInt8(truncatingIfNeeded: count >> 8), low]
            }
        return [tag] + length + content
    }
}
