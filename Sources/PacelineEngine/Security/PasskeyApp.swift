import Foundation
import Paceline

/// An app that may use the community's passkeys, besides browsers at its public address.
public enum PasskeyApp: Sendable, Equatable {
    /// An app for Apple's platforms.
    /// - Parameter identifier: the team and the bundle, such as `ABCDE12345.com.example.crew`.
    case apple(identifier: String)
    /// An Android app.
    /// - Parameters:
    ///   - package: such as `com.example.crew`.
    ///   - certificate: the SHA-256 of the certificate that signs the app.
    case android(package: String, certificate: [UInt8])

    /// Parses `ABCDE12345.com.example.crew`, or `com.example.crew=14:6D:…` with the 32 bytes of the certificate's
    /// fingerprint; nil if it is neither.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        switch parts.count {
        case 1:
            guard text.wholeMatch(of: /[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+/) != nil else { return nil }
            self = .apple(identifier: text)
        case 2:
            let package = String(parts[0])
            guard package.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+/) != nil,
                let certificate = Self.bytes(fingerprint: parts[1])
            else { return nil }
            self = .android(package: package, certificate: certificate)
        default: return nil
        }
    }

    private static func bytes(fingerprint: Substring) -> [UInt8]? {
        let pairs = fingerprint.split(separator: ":", omittingEmptySubsequences: false)
        let bytes = pairs.compactMap { pair in
            pair.utf8.count == 2 && pair.allSatisfy(\.isHexDigit) ? UInt8(pair, radix: 16) : nil
        }
        return pairs.count == 32 && bytes.count == 32 ? bytes : nil
    }

    /// The fingerprint of an Android app's certificate as Android writes it: `14:6D:…`.
    public static func fingerprint(of certificate: [UInt8]) -> String {
        certificate.map { [$0].hexadecimal.uppercased() }.joined(separator: ":")
    }

    /// The origin that the app's operating system names in the client data.
    func origin(for relyingParty: String) -> String {
        switch self {
        // Also if the public address has a port.
        case .apple: "https://\(relyingParty)"
        case .android(_, let certificate):
            "android:apk-key-hash:" + Data(certificate).base64URLEncodedString
        }
    }
}
