import JWTKit

/// What an identity token says.
///
/// In plain types, since JWTKit's own audience claim ends the process at a token that names none.
struct AppleClaims: JWTPayload {
    let iss: String
    let aud: Audiences
    /// Seconds since 1970.
    let exp: Double
    let iat: Double?
    let sub: String
    let nonce: String?
    let email: String?
    let emailVerified: LenientBool?

    enum CodingKeys: String, CodingKey {
        case iss, aud, exp, iat, sub, nonce, email
        case emailVerified = "email_verified"
    }

    /// The claims are held against the configuration and our own clock once the signature is known to be good.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// One audience, or a list of them.
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

    /// A truth value, which Apple writes as one or as a text.
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
