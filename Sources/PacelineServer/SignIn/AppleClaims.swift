import JWTKit

/// The claims of an Apple identity token.
///
/// It uses plain types, since JWTKit's audience claim crashes on a token without an audience.
struct AppleClaims: JWTPayload {
    let iss: String
    let aud: Audiences
    /// In seconds since 1970.
    let exp: Double
    let iat: Double
    let sub: String
    let nonce: String?
    let email: String?
    let emailVerified: LenientBool?

    enum CodingKeys: String, CodingKey {
        case iss, aud, exp, iat, sub, nonce, email
        case emailVerified = "email_verified"
    }

    /// Does nothing: ``JWKSAppleVerifier`` checks the claims after the signature, against its configuration and clock.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// One audience or a list of audiences.
    struct Audiences: Codable {
        let values: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                values = [try container.decode(String.self)]
            } catch DecodingError.typeMismatch {
                values = try container.decode([String].self)
            }
        }
    }

    /// A Boolean, which Apple sends as a Boolean or as a string.
    struct LenientBool: Codable {
        let isTrue: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                isTrue = try container.decode(Bool.self)
            } catch DecodingError.typeMismatch {
                isTrue = try container.decode(String.self) == "true"
            }
        }
    }
}
