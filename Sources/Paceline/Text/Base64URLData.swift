import Foundation

/// Bytes that are sent as base64url without padding (RFC 4648, section 5), such as a public key.
///
/// ```swift
/// let credentialID = Base64URLData(registration.credentialID)  // Data of AuthenticationServices
/// ```
public struct Base64URLData: Hashable, Sendable, LosslessStringConvertible {
    /// The bytes.
    public var data: Data

    /// Wraps bytes, which are encoded when they are sent.
    public init(_ data: Data) {
        self.data = data
    }

    /// Parses base64url; nil if it is not. Padding is optional.
    public init?(_ description: String) {
        guard let data = Data(base64URLEncoded: description) else { return nil }
        self.data = data
    }

    /// The bytes in base64url, without padding.
    public var description: String { data.base64URLEncodedString }
}

extension Base64URLData: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not base64url")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
