import Paceline

/// One endpoint of the API. The server routes it, the client calls it, and the OpenAPI document describes it.
///
/// - `Path` and `Query` are the parameters in the URL; ``NoParameters`` for none.
/// - `Body` is the request's body: ``EmptyBody``, ``ImageBytes`` or a JSON value.
/// - `Output` is the body of a success: ``NoContent``, an image, a text or a JSON value.
///
/// ```swift
/// public static let giveHeart = Endpoint<CommentPath, NoParameters, EmptyBody, Tally>(
///     .put, "/v1/comments/{id}/heart", id: "giveHeart", .reactions, "Give a comment a heart",
///     errors: [.commentNotFound],
///     .member { try await $0.giveHeart(to: $1.path.id) })
/// ```
public struct Endpoint<
    Path: Parameters, Query: Parameters, Body: EndpointBody, Output: EndpointOutput
>: Sendable {
    /// The unique `operationId`, in lower camel case.
    public let id: String
    public let method: HTTPMethod
    public let path: PathTemplate
    public let tag: EndpointTag
    /// What it does, as a short imperative phrase without a period.
    public let summary: String
    /// Details beyond the summary.
    public let notes: String?
    /// The status of the default success; see ``EndpointOutput/successes(_:)`` for the others.
    public let status: Int
    /// The optional request headers that it supports.
    public let headers: ConditionalHeaders
    /// Its own errors. ``AnyEndpoint/errors`` adds those implied by its parameters and body.
    public let ownErrors: [SocialError.Code]
    /// Whether a client may retry it, since repeating it has no further effect.
    public let isIdempotent: Bool
    /// Whether it reveals if a credential is correct, or prepares that, and so counts against the sign-in limit.
    public let takesCredentials: Bool
    /// Whether it reveals if a code exists, and so counts against the limit on codes, also where the code is one of
    /// several ways to name a person.
    public let takesCode: Bool
    /// Whether it declines, blocks or mutes a person, who must not learn of it. Metrics count all such endpoints as
    /// one.
    public let isPrivate: Bool
    /// Which of its requests apps may queue.
    let queueing: Queueing
    /// Who can call it, and its implementation.
    let action: Action

    /// - Parameters:
    ///   - path: each parameter of `Path` is in braces, such as `/v1/people/{person}`.
    ///   - errors: the error codes beyond those implied by its parameters and body.
    ///   - isIdempotent: if nil, derived from the method and `Idempotency-Key`.
    ///   - queueing: which of its requests apps may queue.
    ///   - action: who can call it, and the call to the services.
    public init(
        _ method: HTTPMethod, _ path: PathTemplate, id: String, _ tag: EndpointTag, _ summary: String,
        notes: String? = nil, status: Int = Output.defaultStatus,
        headers: ConditionalHeaders = [], takesCredentials: Bool = false, takesCode: Bool = false,
        isPrivate: Bool = false, errors: [SocialError.Code] = [], isIdempotent: Bool? = nil,
        queueing: Queueing = .never, _ action: Action
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
        self.isPrivate = isPrivate
        self.queueing = queueing
        self.action = action
        ownErrors = errors
        self.isIdempotent = isIdempotent ?? (method != .post || headers.contains(.idempotencyKey))
    }
}

/// The sections of the API.
public enum EndpointTag: String, Sendable, CaseIterable {
    case signingIn = "Signing in"
    case security = "Security"
    case people = "People"
    case settings = "Settings"
    case graph = "The graph"
    case workouts = "Workouts"
    case experience = "Experience"
    case feed = "Feed"
    case reactions = "Reactions"
    case leaderboards = "Leaderboards"
    case groups = "Groups"
    case games = "Games and scores"
    case notifications = "Notifications"
    case sync = "Following changes"
    case live = "Live"
    case moderation = "Moderation"
    case administration = "Administration"
    case operation = "Operation"
}

/// The request headers that an endpoint supports. They are optional, except for the ``required`` ones.
public struct ConditionalHeaders: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// `Idempotency-Key`: repeating the request with the same key has no further effect.
    public static let idempotencyKey = Self(rawValue: 1)
    /// `If-Match`: applies the request only if the resource still has this version.
    public static let ifMatch = Self(rawValue: 2)
    /// `If-None-Match`: returns 304 if the response has not changed.
    public static let ifNoneMatch = Self(rawValue: 4)
    /// `Last-Event-ID`: resumes a stream after this event.
    public static let lastEventID = Self(rawValue: 8)
    /// `Client-Name` and `Client-Token`: identify the app or browser that signs in, or changes the account's security.
    public static let client = Self(rawValue: 16)
    /// `If-Match`, without which the request is refused.
    public static let requiredIfMatch: Self = [.ifMatch, Self(rawValue: 32)]
    /// `Idempotency-Key`, without which the request is refused.
    public static let requiredIdempotencyKey: Self = [.idempotencyKey, Self(rawValue: 64)]

    /// Those without which the request is refused.
    public var required: Self {
        var required: Self = []
        if contains(.requiredIfMatch) { required.insert(.ifMatch) }
        if contains(.requiredIdempotencyKey) { required.insert(.idempotencyKey) }
        return required
    }
}

/// The HTTP methods of the API.
public enum HTTPMethod: String, Sendable {
    /// Reads.
    case get = "GET"
    /// Creates or replaces under a known identifier.
    case put = "PUT"
    /// Creates or acts.
    case post = "POST"
    /// Changes parts.
    case patch = "PATCH"
    /// Deletes.
    case delete = "DELETE"
}
