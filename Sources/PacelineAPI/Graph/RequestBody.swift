import Paceline

/// The body of a new request: a ``RequestDraft`` with its recipient as `to` or as `code`.
public struct RequestBody: WireObject, Equatable {
    public var kind: ConnectionRequest.Kind
    /// The recipient's id or `@username`.
    public var to: String?
    /// The recipient's friend code.
    public var code: String?
    public var message: String?

    public static let schemaName = "RequestDraft"
    public static let schema = JSONSchema.oneOf(variantsOf: RequestBody.self)

    public init(_ draft: RequestDraft) {
        kind = draft.kind
        message = draft.message
        switch draft.recipient {
        case .person(let person): to = person.description
        case .code(let text): code = text
        }
    }

    /// The draft.
    /// - Throws: ``SocialError/Code/malformed`` if it has no valid recipient.
    public func draft() throws(SocialError) -> RequestDraft {
        if let code { return RequestDraft(kind: kind, to: .code(code), message: message) }
        guard let to, let person = PersonReference(to) else {
            throw SocialError(.malformed, "to must be \(Pattern.personReference.expectation).", field: "to")
        }
        return RequestDraft(kind: kind, to: .person(person), message: message)
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<RequestBody>) {
        visitor.variant("RequestToPerson", when: { $0.code == nil }) {
            visitor.field("kind", { $0.kind }, .choice(of: ConnectionRequest.Kind.self))
            visitor.required("to", { $0.to }, .personReference)
            visitor.field("message", { $0.message }, .text(.requestMessage))
        }
        visitor.variant("RequestByCode", when: { $0.code != nil }) {
            visitor.field("kind", { $0.kind }, .choice([ConnectionRequest.Kind.friend.rawValue]))
            visitor.required("code", { $0.code }, .string, "The recipient's friend code.")
            visitor.field("message", { $0.message }, .text(.requestMessage))
        }
    }
}

/// The response to a sent request: the pending request, or one that is already accepted.
public struct SentRequest: EndpointOutput, Equatable {
    public var request: ConnectionRequest

    public init(_ request: ConnectionRequest) {
        self.request = request
    }

    public static func successes(_ status: Int) -> [Success] {
        [
            Success(
                201, "The request, pending an answer.", .json(.component(ConnectionRequest.self))),
            Success(
                200,
                "An accepted request: the other person's, if the two crossed, or yours, if the profile is public.",
                .json(.component(ConnectionRequest.self))),
        ]
    }

    public func response(_ status: Int) throws -> EncodedResponse {
        try request.response(request.state == .accepted ? 200 : 201)
    }

    public static func read(_ response: EncodedResponse) throws -> SentRequest {
        SentRequest(try ConnectionRequest.read(response))
    }
}
