import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Paceline
import PacelineAPI
import PacelineEngine
import PacelineServer

/// The web app. It renders pages on the server, and they work without JavaScript.
public struct WebApp: Website {
    let engine: Engine
    let renderer: PageRenderer
    private let pages: PageTable
    private let version: String
    private let serverOperator: ServerOperator

    /// Loads all templates, texts and assets.
    /// - Parameters:
    ///   - version: the version of the program, shown on the server page.
    ///   - serverOperator: who runs the server, named on the landing page and the server page.
    /// - Throws: if a file is missing or refers to a missing one.
    public init(
        engine: Engine, version: String, serverOperator: ServerOperator = ServerOperator()
    ) throws {
        try self.init(engine: engine, version: version, serverOperator: serverOperator, watch: nil)
    }

    init(
        engine: Engine, version: String, serverOperator: ServerOperator = ServerOperator(),
        watch: Templates.Watch?
    ) throws {
        self.engine = engine
        self.version = version
        self.serverOperator = serverOperator
        renderer = try PageRenderer(watch: watch)
        pages = PageTable(Pages.site)
    }

    public func respond(to request: Request, in context: WebsiteContext) async -> Response {
        let isEncrypted = context.isEncrypted || engine.environment.publicURL.hasPrefix("https://")
        let cookies = SiteCookies(request, isEncrypted: isEncrypted)
        var response: Response
        if let asset = asset(for: request) {
            context.record(operation: "asset")
            response = asset
        } else {
            response = await page(for: request, context, cookies)
            if response.headers[.cacheControl] == nil {
                response.headers[.cacheControl] = "private, no-store"
            }
            response = response.revalidated(for: request)
        }
        SecurityHeaders.add(to: &response.headers, isEncrypted: isEncrypted)
        return response
    }

    private func asset(for request: Request) -> Response? {
        guard request.method == .get || request.method == .head else { return nil }
        let path = request.uri.path
        if path == "/manifest.webmanifest" {
            return renderer.assets.asset(named: "manifest.webmanifest")?
                .response(to: request, isImmutable: false)
        }
        return renderer.assets.asset(at: path)?.response(to: request)
    }

    private func page(
        for request: Request, _ context: WebsiteContext, _ cookies: SiteCookies
    ) async -> Response {
        var layout = LayoutContext(cookies: cookies, localizer: localizer(for: nil), path: request.uri.path)
        do {
            let route = try await route(request, context, &layout)
            let webRequest = route.webRequest
            let pageResponse = try await context.withTimeLimit { try await route.page.handler(webRequest) }
            if case .stream(let subscription) = pageResponse.content {
                return try await stream(to: subscription, context)
            }
            return renderer.response(pageResponse, layout)
        } catch {
            return await failure(error, request, context, layout)
        }
    }

    func localizer(for user: SignedInUser?) -> Localizer {
        Localizer(
            texts: renderer.texts, games: engine.environment.games, now: engine.environment.now(),
            timeZone: user?.timeZone ?? .gmt,
            usernameLengths: engine.environment.usernamePolicy.lengths)
    }

    /// Finds the page and builds the request for its handler.
    private func route(
        _ request: Request, _ context: WebsiteContext, _ layout: inout LayoutContext
    ) async throws -> (page: WebPage, webRequest: WebRequest) {
        let match = pages.match(request.method, request.uri.path)
        let query = Result { try FormData(encoded: request.uri.query ?? "") }
        // Before the route check, so that error pages show the user's layout, too.
        let user = try await user(
            context, layout.cookies, limitedBy: Self.bucket(of: match, query))
        layout.user = user
        layout.localizer = localizer(for: user)
        let (page, parameters) = try match.found()
        context.record(operation: page.name)
        let isChange = request.method == .post
        if isChange, !request.isFromThisSite { throw PageRejection.crossSite }
        // Checked before the upload is read, so that only permitted users can send large bodies.
        if page.largestForm > FormData.largestByteCount { try Self.check(user, for: page) }
        let form = isChange ? try await Self.form(of: request, upTo: page.largestForm) : FormData()
        if isChange, !layout.csrfToken.matches(form.exact("csrf")) { throw PageRejection.staleForm }
        try Self.check(user, for: page)
        let webRequest = WebRequest(
            engine: engine, localizer: layout.localizer, path: request.uri.path, address: request.uri.string,
            parameters: parameters,
            query: try query.get(), form: form, user: user,
            cookies: layout.cookies, wantsFragment: request.headers[.fragment] != nil,
            version: version, serverOperator: serverOperator,
            lastEventID: request.headers[.lastEventID])
        return (page, webRequest)
    }

    /// The secret that the response could help to guess. Any page that continues at an invitation names its sender.
    private static func bucket(
        of match: PageTable.Match, _ query: Result<FormData, any Error>
    ) -> RateLimitBucket {
        guard match.bucket == .general, case .success(let query) = query,
            query["next"].flatMap(InvitationLink.init(path:)) != nil
        else { return match.bucket }
        return .code
    }

    /// The signed-in user; nil without a session or if the session has expired.
    private func user(
        _ context: WebsiteContext, _ cookies: SiteCookies, limitedBy bucket: RateLimitBucket
    ) async throws -> SignedInUser? {
        guard let token = cookies.session else {
            try context.admit(limitedBy: bucket)
            return nil
        }
        do {
            let session = try await context.session(token: token, limitedBy: bucket)
            return SignedInUser(session: session, attention: try await session.attention())
        } catch let error as SocialError where error.code == .unauthenticated {
            return nil
        }
    }

    private static func check(_ user: SignedInUser?, for page: WebPage) throws {
        guard page.access != .anyone else { return }
        guard let user else { throw SocialError.signInRequired }
        guard page.access == .account || user.account.username != nil else {
            throw SocialError(.usernameRequired, "Choose a username first.")
        }
    }

    private static func form(of request: Request, upTo limit: Int) async throws -> FormData {
        let type = request.headers[.contentType] ?? ""
        if let boundary = MultipartForm.boundary(in: type) {
            let body = try await request.body.collect(upTo: limit)
            return try FormData(multipart: Data(body.readableBytesView), boundary: boundary)
        }
        guard type.hasPrefix("application/x-www-form-urlencoded") else {
            throw SocialError(.unsupportedMediaType, "This page accepts only its own form.")
        }
        let body = try await request.body.collect(upTo: min(limit, FormData.largestByteCount))
        return try FormData(encoded: String(buffer: body))
    }
}
