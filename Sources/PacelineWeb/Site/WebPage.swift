import HTTPTypes
import Paceline
import PacelineAPI
import PacelineServer

/// A route of the site.
struct WebPage: Sendable {
    let method: HTTPRequest.Method
    let path: PathTemplate
    let access: Access
    let bucket: RateLimitBucket
    /// The maximum size of a form, in bytes.
    var largestForm = FormData.largestByteCount
    /// Whether it declines, blocks or mutes a person, who must not learn of it, not even from metrics.
    var isPrivate = false
    let handler: @Sendable (WebRequest) async throws -> PageResponse
    /// Shows the form that the page takes, filled in, instead of acting on it: after its session or token had ended, or
    /// to go back to it from an error. Nil for pages whose forms are not kept.
    var restoring: Pages.Handler?

    /// The name in logs and metrics.
    var name: String { "\(method == .post ? "post" : "page") \(path)" }
}

/// Collects the routes of the site.
struct Pages {
    private(set) var all: [WebPage] = []

    typealias Handler = @Sendable (WebRequest) async throws -> PageResponse
    typealias UserHandler = @Sendable (WebRequest, SignedInUser) async throws -> PageResponse

    /// Adds a page for everyone.
    /// - Parameter restoring: shows the form filled in, if its token had expired when it was sent.
    mutating func open(
        _ method: HTTPRequest.Method, _ path: PathTemplate, limitedBy bucket: RateLimitBucket = .general,
        restoring: Handler? = nil, _ handler: @escaping Handler
    ) {
        all.append(
            WebPage(
                method: method, path: path, access: .anyone, bucket: bucket, handler: handler,
                restoring: restoring))
    }

    /// Adds a page for signed-in users.
    /// - Parameter restoring: shows the form filled in, if the session had ended when it was sent.
    mutating func account(
        _ method: HTTPRequest.Method, _ path: PathTemplate, limitedBy bucket: RateLimitBucket = .general,
        restoring: UserHandler? = nil, _ handler: @escaping UserHandler
    ) {
        add(method, path, .account, bucket, FormData.largestByteCount, restoring, handler)
    }

    /// Adds a page for signed-in users who have a username.
    /// - Parameters:
    ///   - largestForm: the maximum size of a form with its files, in bytes.
    ///   - isPrivate: whether it declines, blocks or mutes a person.
    ///   - restoring: shows the form filled in, if the session had ended when it was sent.
    mutating func member(
        _ method: HTTPRequest.Method, _ path: PathTemplate, limitedBy bucket: RateLimitBucket = .general,
        taking largestForm: Int = FormData.largestByteCount, isPrivate: Bool = false,
        restoring: UserHandler? = nil, _ handler: @escaping UserHandler
    ) {
        add(method, path, .member, bucket, largestForm, isPrivate: isPrivate, restoring, handler)
    }

    private mutating func add(
        _ method: HTTPRequest.Method, _ path: PathTemplate, _ access: Access, _ bucket: RateLimitBucket,
        _ largestForm: Int, isPrivate: Bool = false, _ restoring: UserHandler?,
        _ handler: @escaping UserHandler
    ) {
        all.append(
            WebPage(
                method: method, path: path, access: access, bucket: bucket, largestForm: largestForm,
                isPrivate: isPrivate, handler: Self.forUser(handler), restoring: restoring.map(Self.forUser)))
    }

    private static func forUser(_ handler: @escaping UserHandler) -> Handler {
        { request in
            guard let user = request.user else { throw SocialError.signInRequired }
            return try await handler(request, user)
        }
    }
}

extension SocialError {
    static let signInRequired = SocialError(.unauthenticated, "Sign in first.")
}
