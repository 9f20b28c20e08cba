import Paceline

extension JSONSchema {
    static let visibility = JSONSchema.choice(ItemVisibility.allCases.map(\.description))
    static let personReference = JSONSchema.string(pattern: .personReference)
}

extension ConnectionRequest.Kind: JSONWritable {}
extension ConnectionRequest.State: JSONWritable {}

extension ConnectionRequest: WireObject {
    public static let schemaName = "Request"
    public static let schema = JSONSchema.object(of: ConnectionRequest.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ConnectionRequest>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("kind", { $0.kind }, .choice(of: Kind.self))
        visitor.field("from", { $0.from }, .component(Person.self))
        visitor.field("to", { $0.to }, .component(Person.self))
        visitor.field("message", { $0.message }, .string)
        visitor.field("state", { $0.state }, .choice(of: State.self))
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("expiresAt", { $0.expiresAt }, .instant)
        visitor.field(
            "isWaiting", { $0.isWaiting }, .boolean,
            "Present while the content filter holds your message: the receiver does not see it.")
    }
}

/// The options of a follow. An absent body keeps them, or turns notifications off for a new follow.
public struct FollowBody: WireObject, Equatable {
    /// Whether the follower is notified of what the person publishes.
    public var notifications: Bool?

    public static let schemaName = "Following"
    public static let isBodyOptional = true
    public static let schema = JSONSchema.object(of: FollowBody.self)

    public init(notifications: Bool? = nil) {
        self.notifications = notifications
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<FollowBody>) {
        visitor.field(
            "notifications", { $0.notifications }, .boolean,
            "Whether you are notified of what the person publishes; off by default.")
    }
}

extension FollowOutcome: EndpointOutput {
    public static func successes(_ status: Int) -> [Success] {
        [
            Success(200, "You now follow the person.", .json(.component(Person.self))),
            Success(202, "A request, pending approval.", .json(.component(ConnectionRequest.self))),
        ]
    }

    public func response(_ status: Int) throws -> EncodedResponse {
        switch self {
        case .following(let person): try person.response(200)
        case .requested(let request): try request.response(202)
        }
    }

    public static func read(_ response: EncodedResponse) throws -> FollowOutcome {
        response.status == 202
            ? .requested(try ConnectionRequest.read(response)) : .following(try Person.read(response))
    }
}
