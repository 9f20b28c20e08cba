import HTTPTypes
import Paceline
import PacelineAPI
import PacelineServer

/// An address of the site, and what answers there.
struct WebPage: Sendable {
    let method: HTTPRequest.Method
    let path: PathTemplate
    let access: Access
    let told: ToldSecret
    /// How many bytes a form may have that is sent here.
    var largestForm = FormData.largestByteCount
    let handler: @Sendable (WebRequest) async throws -> PageResponse

    /// What the page is called in logs and metrics.
    var name: String { "\(method == .post ? "post" : "page") \(path)" }
}

/// The pages of the site, as they are listed.
struct Pages {
    private(set) var all: [WebPage] = []

    typealias Handler = @Sendable (WebRequest) async throws -> PageResponse
    typealias UserHandler = @Sendable (WebRequest, SignedInUser) async throws -> PageResponse

    /// A page for anyone.
    mutating func open(
        _ method: HTTPRequest.Method, _ path: PathTemplate, telling told: ToldSecret = .nothing,
        _ handler: @escaping Handler
    ) {
        all.append(WebPage(method: method, path: path, access: .anyone, told: told, handler: handler))
    }

    /// A page for whoever is signed in.
    mutating func account(
        _ method: HTTPRequest.Method, _ path: PathTemplate, telling told: ToldSecret = .nothing,
        _ handler: @escaping UserHandler
    ) {
        add(method, path, .account, told, FormData.largestByteCount, handler)
    }

    /// A page for whoever is signed in and has a username.
    /// - Parameter largestForm: how many bytes a form may have that is sent there, files included.
    mutating func member(
        _ method: HTTPRequest.Method, _ path: PathTemplate, telling told: ToldSecret = .nothing,
        taking largestForm: Int = FormData.largestByteCount, _ handler: @escaping UserHandler
    ) {
        add(method, path, .member, told, largestForm, handler)
    }

    private mutating func add(
        _ method: HTTPRequest.Method, _ path: PathTemplate, _ access: Access, _ told: ToldSecret,
        _ largestForm: Int, _ handler: @escaping UserHandler
    ) {
        all.append(
            WebPage(method: method, path: path, access: access, told: told, largestForm: largestForm) {
                request in
                guard let user = request.user else { throw SocialError.signInRequired }
                return try await handler(request, user)
            })
    }
}

extension SocialError {
    static let signInRequired = SocialError(.unauthenticated, "Sign in first.")
}
