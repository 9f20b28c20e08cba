import Paceline

/// One thing that the server can be asked: what the server registers, the client calls and the document describes.
///
/// - `Path` and `Query` are the parameters in the address, ``NoParameters`` where there are none.
/// - `Body` is what is sent along: ``NoBody``, ``ImageBytes`` or a JSON value.
/// - `Output` is what a success answers with: ``NoContent``, an image, a text or a JSON value.
///
/// ```swift
/// public static let giveHeart = Endpoint<CommentPath, NoParameters, NoBody, Tally>(
///     .put, "/v1/comments/{id}/heart", id: "giveHeart", .reactions, "Give a comment a heart",
///     errors: [.commentNotFound],
///     .member { try await $0.giveHeart(to: $1.path.id) })
/// ```
public struct Endpoint<
    Path: Parameters, Query: Parameters, Body: EndpointBody, Output: EndpointOutput
>: Sendable {
    /// Its unique name, in lower camel case: the `operationId`.
    public let id: String
    public let method: HTTPMethod
    public let path: PathTemplate
    public let tag: EndpointTag
    /// What it does, in a few words.
    public let summary: String
    /// What a caller should know beyond the summary.
    public let notes: String?
    /// The status of the usual success; see ``EndpointOutput/successes(_:)`` for the others.
    public let status: Int
    /// The request headers that it understands.
    public let headers: ConditionalHeaders
    /// The errors of its own; ``AnyEndpoint/errors`` has those that follow from its shape as well.
    public let ownErrors: [SocialError.Code]
    /// Whether sending it again leads to the same as sending it once, so that it may be retried.
    public let isIdempotent: Bool
    /// Whether it tells if a secret is right, so that it may be asked only as often as one may try to sign in.
    public let takesCredentials: Bool
    /// Whether it tells if a code leads somewhere, so that one person may try only so many.
    public let takesCode: Bool
    /// Who may ask for it, and what is then done.
    let action: Action

    /// - Parameters:
    ///   - path: with each parameter of `Path` in braces: `/v1/people/{person}`.
    ///   - errors: the codes it may give beyond those that follow from its shape.
    ///   - isIdempotent: when nil, what follows from the method and from `Idempotency-Key`.
    ///   - action: who may ask for it, and the one call that answers.
    public init(
        _ method: HTTPMethod, _ path: PathTemplate, id: String, _ tag: EndpointTag, _ summary: String,
        notes: String? = nil, status: Int = Output.defaultStatus,
        headers: ConditionalHeaders = [], takesCredentials: Bool = false, takesCode: Bool = false,
        errors: [SocialError.Code] = [], isIdempotent: Bool? = nil, _ action: Action
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.tag = tag
        self.summary = summary
        self.notes = notes
        self.status = status
        self.headers = headers
        self.takesCredentials = takesCredentials
        self.takesCode = takesCode
        self.action = action
        ownErrors = errors
        self.isIdempotent = isIdempotent ?? (method != .post || headers.contains(.idempotencyKey))
    }
}

/// What an endpoint is about: the sections of the document.
public enum EndpointTag: String, Sendable, CaseIterable {
    case signingIn = "Signing in"
    case people = "People"
    case settings = "Settings"
    case graph = "The graph"
    case workouts = "Workouts"
    case feed = "Feed"
    case reactions = "Reactions"
    case leaderboards = "Leaderboards"
    case groups = "Groups"
    case games = "Games and scores"
    case notifications = "Notifications"
    case sync = "Following changes"
    case live = "Live"
    case operation = "Operation"
}

/// The request headers, beyond the usual, that an endpoint understands.
public struct ConditionalHeaders: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// `Idempotency-Key`: sending the same request again with it does nothing again.
    public static let idempotencyKey = Self(rawValue: 1)
    /// `If-Match`: only if the resource still has this version.
    public static let ifMatch = Self(rawValue: 2)
    /// `If-None-Match`: only if the answer is another than this.
    public static let ifNoneMatch = Self(rawValue: 4)
    /// `Last-Event-ID`: go on after this event.
    public static let lastEventID = Self(rawValue: 8)
}

/// The methods in use.
public enum HTTPMethod: String, Sendable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
}
