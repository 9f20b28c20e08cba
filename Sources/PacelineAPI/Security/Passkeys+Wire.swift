import Paceline

extension Base64URLData: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension JSONSchema {
    /// Bytes in base64url: at least one, and at most so many.
    static func base64URL(upTo byteCount: Int) -> JSONSchema {
        .string(length: 1...(byteCount * 4 + 2) / 3, pattern: .base64URL)
    }

    static let credentialID = base64URL(upTo: Passkey.ByteLimit.credentialID)
    static let authenticatorData = base64URL(upTo: Passkey.ByteLimit.authenticatorData)
    static let clientData = base64URL(upTo: Passkey.ByteLimit.clientData)
    static let signature = base64URL(upTo: Passkey.ByteLimit.signature)
    static let userHandle = base64URL(upTo: Passkey.ByteLimit.userHandle)
}

extension PasskeyChallenge: WireObject {
    public static let schemaName = "PasskeyChallenge"
    public static let schema = JSONSchema.object(of: PasskeyChallenge.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<PasskeyChallenge>) {
        visitor.field("challenge", { $0.challenge }, .string(pattern: .base64URL))
        visitor.field("relyingParty", { $0.relyingParty }, .string, "The relying party ID: a domain.")
        visitor.field("expiresAt", { $0.expiresAt }, .instant)
    }
}

extension PasskeyCreation: WireObject {
    public static let schemaName = "PasskeyCreation"
    public static let schema = JSONSchema.object(of: PasskeyCreation.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<PasskeyCreation>) {
        visitor.field("challenge", { $0.challenge }, .string(pattern: .base64URL))
        visitor.field("relyingParty", { $0.relyingParty }, .string, "The relying party ID: a domain.")
        visitor.field("userHandle", { $0.userHandle }, .userHandle, "The user ID.")
        visitor.field(
            "accountName", { $0.accountName }, .string,
            "The name that authenticators show: the username, or the display name of an account without one.")
        visitor.field("displayName", { $0.displayName }, .string)
        visitor.field(
            "excludedCredentialIds", { $0.excludedCredentialIDs }, .array(of: .credentialID),
            "The ids of your passkeys. An authenticator that has one of them creates no other.")
        visitor.field(
            "algorithms", { $0.algorithms }, .array(of: .integer(Int.min...Int.max)),
            "The accepted algorithms as numbers of COSE, the preferred first.")
        visitor.field("expiresAt", { $0.expiresAt }, .instant)
    }
}

extension PasskeyRegistration: WireObject {
    public static let schemaName = "PasskeyRegistration"
    public static let schema = JSONSchema.object(of: PasskeyRegistration.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<PasskeyRegistration>) {
        visitor.field("name", { $0.name }, .text(.passkeyName), "The name.")
        visitor.field(
            "publicKey", { $0.publicKey }, .base64URL(upTo: Passkey.ByteLimit.publicKey),
            "The public key as SubjectPublicKeyInfo: ES256, EdDSA or RS256.")
        visitor.field("authenticatorData", { $0.authenticatorData }, .authenticatorData)
        visitor.field("clientDataJSON", { $0.clientDataJSON }, .clientData)
    }
}

extension Passkey: WireObject {
    public static let schemaName = "Passkey"
    public static let schema = JSONSchema.object(of: Passkey.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Passkey>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field(
            "credentialId", { $0.credentialID }, .credentialID, "The id that the authenticator gave it.")
        visitor.field("name", { $0.name }, .string)
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("lastUsedAt", { $0.lastUsedAt }, .instant, "When it last signed in or confirmed.")
    }
}

/// All passkeys of an account, without pages since they are few.
public struct PasskeyList: WireObject, Equatable {
    public var items: [Passkey]

    public static let schemaName = "PasskeyList"
    public static let schema = JSONSchema.object(of: PasskeyList.self)

    public init(items: [Passkey]) {
        self.items = items
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<PasskeyList>) {
        visitor.field("items", { $0.items }, .array(of: .component(Passkey.self)))
    }
}
