import Paceline

extension TokenScope: JSONWritable {}
extension SecurityEventKind: JSONWritable {}

extension Recovery: WireObject {
    public static let schemaName = "Recovery"
    public static let schema = JSONSchema.object(of: Recovery.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Recovery>) {
        // No pattern: every wrong code gets the same error.
        visitor.field(
            "code", { $0.code }, .string,
            "A recovery code, or that of a link. Case, spaces and dashes do not matter.")
        visitor.field(
            "newPassword", { $0.newPassword }, .newPassword, "Either this or `newDeviceSecret`.")
        visitor.field("newDeviceSecret", { $0.newDeviceSecret }, .string(pattern: .deviceSecret))
    }
}

/// The body that asks for a link by mail.
public struct RecoveryLinkRequest: WireObject, Equatable {
    /// A username or an email address.
    public var account: String

    public static let schemaName = "RecoveryLinkRequest"
    public static let schema = JSONSchema.object(of: RecoveryLinkRequest.self)

    public init(account: String) {
        self.account = account
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<RecoveryLinkRequest>) {
        visitor.field(
            "account", { $0.account }, .string(length: 1...254),
            "The username, or the confirmed email address.")
    }
}

/// The body that confirms an email address.
public struct EmailConfirmationBody: WireObject, Equatable {
    /// The code of the link that was sent to the address.
    public var code: String

    public static let schemaName = "EmailConfirmation"
    public static let schema = JSONSchema.object(of: EmailConfirmationBody.self)

    public init(code: String) {
        self.code = code
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<EmailConfirmationBody>) {
        // No pattern: every wrong code gets the same error.
        visitor.field("code", { $0.code }, .string, "The code of the link that was sent to the address.")
    }
}

extension RecoveryCodes: WireObject {
    public static let schemaName = "RecoveryCodes"
    public static let schema = JSONSchema.object(of: RecoveryCodes.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<RecoveryCodes>) {
        visitor.field("items", { $0.items }, .array(of: .string, count: 0...count))
        visitor.field("createdAt", { $0.createdAt }, .instant)
    }
}

extension RecoveryCodesStatus: WireObject {
    public static let schemaName = "RecoveryCodesStatus"
    public static let schema = JSONSchema.object(of: RecoveryCodesStatus.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<RecoveryCodesStatus>) {
        visitor.field("unusedCount", { $0.unusedCount }, .integer(0...RecoveryCodes.count))
        visitor.field("createdAt", { $0.createdAt }, .instant)
    }
}

extension AccessTokenDraft: WireObject {
    public static let schemaName = "AccessTokenDraft"
    public static let schema = JSONSchema.object(of: AccessTokenDraft.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<AccessTokenDraft>) {
        visitor.field("name", { $0.name }, .text(.tokenName), "What it is for.")
        visitor.field("scopes", { $0.scopes }, .scopes)
    }
}

extension JSONSchema {
    fileprivate static let scopes = JSONSchema.array(
        of: .choice(of: TokenScope.self), count: 1...TokenScope.allCases.count)
}

extension AccessToken: WireObject {
    public static let schemaName = "AccessToken"
    public static let schema = JSONSchema.object(of: AccessToken.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<AccessToken>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("name", { $0.name }, .string)
        visitor.field("scopes", { $0.scopes }, .array(of: .choice(of: TokenScope.self)))
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("expiresAt", { $0.expiresAt }, .instant, "When it expires if it is not used.")
        visitor.field("lastUsedAt", { $0.lastUsedAt }, .instant, "Precise to the hour.")
    }
}

extension CreatedAccessToken: WireObject {
    public static let schemaName = "CreatedAccessToken"
    public static let schema = JSONSchema.object(of: CreatedAccessToken.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<CreatedAccessToken>) {
        visitor.field("secret", { $0.secret }, .string, FieldSummary.bearerToken)
        visitor.field("token", { $0.token }, .component(AccessToken.self))
    }
}

/// All access tokens of an account, without pages since they are few.
public struct AccessTokenList: WireObject, Equatable {
    public var items: [AccessToken]

    public static let schemaName = "AccessTokenList"
    public static let schema = JSONSchema.object(of: AccessTokenList.self)

    public init(items: [AccessToken]) {
        self.items = items
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<AccessTokenList>) {
        visitor.field("items", { $0.items }, .array(of: .component(AccessToken.self)))
    }
}

extension SecurityEvent: WireObject {
    public static let schemaName = "SecurityEvent"
    public static let schema = JSONSchema.object(of: SecurityEvent.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SecurityEvent>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("kind", { $0.kind }, .choice(of: SecurityEventKind.self))
        visitor.field("at", { $0.at }, .instant, "When it happened; of several, the first.")
        visitor.field("lastAt", { $0.lastAt }, .instant, "When it happened last; absent if it happened once.")
        visitor.field(
            "count", { $0.count }, .integer(1...Int.max),
            "How often it happened: wrong passwords from one client and network within an hour, and more than ten of a "
                + "kind in a day.")
        visitor.field(
            "detail", { $0.detail }, .string,
            "The subject: the way to sign in, the username, or the name of a token, passkey, client or group."
        )
        visitor.field("clientName", { $0.clientName }, .string)
        visitor.field("network", { $0.network }, .string)
    }
}
