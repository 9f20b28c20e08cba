import Foundation
import HTTPTypes
import Hummingbird
import Paceline
import PacelineAPI
import PacelineEngine
import PacelineServer

/// The web app. It renders pages on the server, and they work without JavaScript.
public struct WebApp: Website {
    let engine: Engine
    let renderer: PageRenderer
    let pages: PageTable
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
        guard var asset = asset(for: request) else {
            return uncached(await page(for: request, context)).revalidated(for: request)
        }
        context.record(operation: "asset")
        SecurityHeaders.add(to: &asset.headers)
        return asset
    }

    public func respond(
        to request: Request, refusedWith error: SocialError, in context: WebsiteContext
    ) async -> Response {
        uncached(await failure(error, request, .unread, context, layout(for: request, context)))
    }

    public func isNeverRefused(_ request: Request) -> Bool {
        switch request.method {
        case .post: ["/sign-out", "/sign-out/everywhere"].contains(request.uri.path)
        // Sending a file costs less than refusing it with a page.
        case .get, .head: request.uri.path == "/live" || asset(for: request) != nil
        default: false
        }
    }

    /// A page with the headers that all have.
    private func uncached(_ page: Response) -> Response {
        var page = page
        if page.headers[.cacheControl] == nil { page.headers[.cacheControl] = "private, no-store" }
        SecurityHeaders.add(to: &page.headers)
        return page
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

    /// The layout of a page for a visitor.
    private func layout(for request: Request, _ context: WebsiteContext) -> LayoutContext {
        let isEncrypted = context.isEncrypted || engine.environment.publicURL.hasPrefix("https://")
        return LayoutContext(
            cookies: SiteCookies(request, isEncrypted: isEncrypted), localizer: localizer(for: nil),
            path: request.uri.path, isRead: [.get, .head].contains(request.method),
            acceptsGzip: request.acceptsGzip)
    }

    private func page(for request: Request, _ context: WebsiteContext) async -> Response {
        var layout = layout(for: request, context)
        var sent = SentForm.unread
        do {
            let route = try await route(request, context, &layout, &sent)
            let webRequest = route.webRequest
            var pageResponse = try await context.withTimeLimit { try await route.handler(webRequest) }
            if let signedIn = pageResponse.signedIn,
                let restored = try await restoredForm(in: webRequest, signedIn, &layout)
            {
                pageResponse.content = restored.content
                pageResponse.status = restored.status
            }
            if case .stream(let subscription) = pageResponse.content {
                return try await stream(to: subscription, context)
            }
            return renderer.response(pageResponse, layout)
        } catch {
            return await failure(error, request, sent, context, layout)
        }
    }

    func localizer(for user: SignedInUser?) -> Localizer {
        Localizer(
            texts: renderer.texts, games: engine.environment.games, now: engine.environment.now(),
            timeZone: user?.timeZone ?? .gmt,
            usernameLengths: engine.environment.usernamePolicy.lengths)
    }

    /// Finds the page and builds the request for its handler.
    /// - Parameter sent: receives the form, for the error page if this throws or the handler does.
    private func route(
        _ request: Request, _ context: WebsiteContext, _ layout: inout LayoutContext, _ sent: inout SentForm
    ) async throws -> (handler: Pages.Handler, webRequest: WebRequest) {
        let match = pages.match(request.method, request.uri.path)
        let query = Result { try FormData(encoded: request.uri.query ?? "") }
        // Before the route check, so that error pages show the user's layout, too.
        let user = try await user(
            context, layout.cookies, limitedBy: Self.bucket(of: match, query))
        layout.user = user
        layout.isUserKnown = true
        layout.localizer = localizer(for: user)
        let (page, parameters) = try match.found()
        context.record(operation: page.name, isPrivate: page.isPrivate)
        let isChange = request.method == .post
        if isChange || page.bucket == .credentials {
            let origin = try context.origin(clientToken: layout.cookies.client)
            layout.origin = origin
            layout.user = user.map {
                SignedInUser(session: $0.session.signingIn(from: origin), attention: $0.attention)
            }
        }
        if isChange, !request.isFromThisSite { throw PageRejection.crossSite }
        if user == nil, page.access != .anyone, page.restoring != nil, request.hasKeepableForm {
            sent = .lost
            guard let kept = try await keptForm(of: request, to: page, context, layout) else {
                throw SocialError.signInRequired
            }
            return (
                SignInPages.showEnded,
                try webRequest(request, query, FormData(), parameters: [:], layout, keptForm: kept)
            )
        }
        // Checked before the upload is read, so that only permitted users can send large bodies.
        if page.largestForm > FormData.largestByteCount { try Self.check(user, for: page) }
        let form =
            isChange
            ? try await request.form(upTo: page.largestForm, context, keepingIn: &sent) : FormData()
        let isStale = isChange && !layout.csrfToken.matches(form.exact("csrf"))
        // The user signed in again after opening the form, or a visitor opened it long ago.
        if isStale, user != nil || page.access == .anyone, page.restoring != nil, request.hasKeepableForm {
            layout.notice = user == nil ? "stale" : "restored"
        } else if isStale {
            throw PageRejection.staleForm
        }
        try Self.check(user, for: page)
        guard isStale || form.has(KeptForm.restoreField), let restoring = page.restoring else {
            return (
                page.handler,
                try webRequest(request, query, form, parameters: parameters, layout, keptForm: form["kept"])
            )
        }
        let kept = KeptForm(of: request, form, without: page.secretFields).form
        return (
            restoring,
            try webRequest(request, query, kept, parameters: parameters, layout, keptForm: form["kept"])
        )
    }

    private func webRequest(
        _ request: Request, _ query: Result<FormData, any Error>, _ form: FormData,
        parameters: [String: String], _ layout: LayoutContext, keptForm: String? = nil
    ) throws -> WebRequest {
        WebRequest(
            engine: engine, origin: layout.origin, localizer: layout.localizer, path: request.uri.path,
            address: request.uri.string, parameters: parameters,
            query: try query.get(), form: form, user: layout.user,
            cookies: layout.cookies, keptForm: keptForm,
            wantsFragment: request.headers[.fragment] != nil, relyingParty: relyingParty(for: request),
            version: version, serverOperator: serverOperator,
            lastEventID: request.headers[.lastEventID])
    }

    private func relyingParty(for request: Request) -> RelyingParty? {
        engine.relyingParty.flatMap { $0.isUsable(at: request.head.authority) ? $0 : nil }
    }

    /// The sealed form that a request without a session sent; nil if it is invalid or too large.
    ///
    /// Its author is the person who signed in last in this browser. No one else gets to see it, and if the browser
    /// doesn't say who that is, it is not kept.
    private func keptForm(
        of request: Request, to page: WebPage, _ context: WebsiteContext, _ layout: LayoutContext
    ) async throws -> String? {
        guard let author = layout.cookies.client.flatMap({ engine.person(ofClientToken: $0) }),
            let form = try await request.formOfVisitorToKeep(context)
        else { return nil }
        let kept = KeptForm(of: request, form, without: page.secretFields)
        let sealed = try kept.sealed(for: layout.visitor, of: author)
        return sealed.utf8.count <= KeptForm.largestByteCount ? sealed : nil
    }

    /// The form that the sign-in page or the page that confirms carried, filled in, or what it says on the page of its
    /// error; nil if there is none or it can't be shown.
    private func restoredForm(
        in request: WebRequest, _ signedIn: SignedIn, _ layout: inout LayoutContext
    ) async throws -> PageResponse? {
        guard let (kept, notice) = keptForm(in: request, of: signedIn.person.id, layout),
            case .page(let page, let parameters) = pages.match(.post, kept.path),
            let restoring = page.restoring
        else { return nil }
        let session = try await engine.services(token: signedIn.token)
        let user = SignedInUser(session: session, attention: try await session.attention())
        guard (try? Self.check(user, for: page)) != nil else { return nil }
        var signedInLayout = layout
        signedInLayout.user = user
        signedInLayout.localizer = localizer(for: user)
        signedInLayout.cookies.session = signedIn.token
        signedInLayout.notice = notice
        let restored = WebRequest(
            engine: engine, origin: layout.origin, localizer: signedInLayout.localizer, path: kept.path,
            address: kept.path,
            parameters: parameters, query: (try? FormData(encoded: kept.query)) ?? FormData(),
            form: kept.form, user: user,
            cookies: signedInLayout.cookies, keptForm: nil, wantsFragment: false,
            relyingParty: request.relyingParty, version: version, serverOperator: serverOperator,
            lastEventID: nil)
        do {
            let response = try await restoring(restored)
            layout = signedInLayout
            return response
        } catch let error as SocialError {
            // What the form was about is gone, or isn't visible to the person who signed in.
            let problem = problem(error, signedInLayout.localizer)
            guard kept.fields.count <= FailedForm.mostFields,
                let form = FailedForm(kept, to: page, after: problem, signedInLayout.localizer)
            else { return nil }
            layout = signedInLayout
            layout.notice = nil
            return self.page(about: problem, form, layout)
        }
    }

    /// The form that the sign-in page or the page that confirms carried, with the key of the notice above it.
    private func keptForm(
        in request: WebRequest, of author: Person.ID, _ layout: LayoutContext
    ) -> (form: KeptForm, notice: String)? {
        guard let sealed = request.keptForm else { return nil }
        if let kept = KeptForm(sealed: sealed, for: layout.visitor, of: author) { return (kept, "restored") }
        return layout.cookies.session.flatMap { KeptForm(sealed: sealed, for: $0, of: author) }
            .map { ($0, "confirmed") }
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
            // The token was counted as a request of its address. Guesses of passwords and codes count as such, too.
            if bucket != .general { try context.admit(limitedBy: bucket) }
            return nil
        }
    }

    private static func check(_ user: SignedInUser?, for page: WebPage) throws {
        guard page.access != .anyone else { return }
        guard let user else { throw SocialError.signInRequired }
        guard page.access == .account || user.account.username != nil else {
            throw SocialError(.usernameRequired, ProblemKind.of(.usernameRequired).title)
        }
    }
}
