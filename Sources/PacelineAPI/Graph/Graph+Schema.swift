import Paceline

extension Schema {
    static let visibility = Schema.choice(Visibility.allCases.map(\.description))
    static let personReference = Schema.string(pattern: .personReference)
}

extension ConnectionRequest: WireValue {
    public static let schemaName = "Request"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("kind", .choice(of: Kind.self)),
        .required("from", .component(Person.self)),
        .required("to", .component(Person.self)),
        .optional("message", .string),
        .required("state", .choice(of: State.self)),
        .required("createdAt", .instant),
        .required("expiresAt", .instant))
}

/// How somebody is followed; left out, as before or without notifications.
public struct FollowBody: WireValue, Equatable {
    /// Whether the follower is told of what the person publishes.
    public var notifications: Bool?

    public static let schemaName = "Following"
    public static let mayBeLeftOut = true
    public static let schema = Schema.object(
        .optional("notifications", .boolean, "Whether I am told of what the person publishes; off at first."))

    public init(notifications: Bool? = nil) {
        self.notifications = notifications
    }
}

extension FollowOutcome: EndpointOutput {
    public static func successes(_ status: Int) -> [Success] {
        [
            Success(200, "The person, who is followed now.", .json(.component(Person.self))),
            Success(202, "A request, which waits for approval.", .json(.component(ConnectionRequest.self))),
        ]
    }

    public func reply(_ status: Int) throws -> Reply {
        switch self {
        case .following(let person): try person.reply(200)
        case .requested(let request): try request.reply(202)
        }
    }

    public static func read(_ reply: Reply) throws -> FollowOutcome {
        reply.status == 202
            ? .requested(try ConnectionRequest.read(reply)) : .following(try Person.read(reply))
    }
}
