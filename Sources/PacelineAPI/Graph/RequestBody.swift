import Paceline

/// The body of a new request: a ``RequestDraft`` with its recipient as either `to` or `code`.
public struct RequestBody: WireObject, Equatable {
    public var kind: ConnectionRequest.Kind
    /// The recipient's id or `@username`.
    public var to: String?
    /// The recipient's friend code.
    public var code: String?
    public var message: String?
    /// The id that the client chose.
    public var id: ConnectionRequest.ID?

    public static let schemaName = "RequestDraft"
    public static let schema = JSONSchema.object(of: RequestBody.self)

    public init(_ draft: RequestDraft) {
        kind = draft.kind
        message = draft.message
        id = draft.id
        switch draft.recipient {
        case .person(let person): to = person.description
        case .code(let text): code = text
        }
    }

    /// The draft.
    /// - Throws: ``SocialError/Code/invalidValue`` unless exactly one of `to` and `code` is set.
    public func draft() throws(SocialError) -> RequestDraft {
        switch (to.flatMap(PersonReference.init), code) {
        case (let person?, nil):
            return RequestDraft(kind: kind, to: .person(person), message: message, id: id)
        case (nil, let code?): return RequestDraft(kind: kind, to: .code(code), message: message, id: id)
        case (nil, nil): throw SocialError(.invalidValue, "Name the recipient: set to or code.", field: "to")
        case (_?, _?): throw SocialError(.invalidValue, "Set either to or code, not both.", field: "code")
        }
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<RequestBody>) {
        visitor.field("kind", { $0.kind }, .choice(of: ConnectionRequest.Kind.self))
        visitor.field("to", { $0.to }, .personReference, "The recipient. Set either this or code.")
        visitor.field("code", { $0.code }, .string, "The recipient's friend code. Set either this or to.")
        visitor.field("message", { $0.message }, .text(.requestMessage))
        visitor.field(
            "id", { $0.id }, .uuid,
            "Chosen by the client, so that a retry is safe. If it is in use, the request gets another one.")
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

    public static func output(ofService value: Any) -> SentRequest? {
        value as? SentRequest ?? (value as? ConnectionRequest).map(SentRequest.init)
    }
}
