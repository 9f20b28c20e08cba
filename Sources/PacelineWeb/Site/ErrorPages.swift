import HTTPTypes
import Hummingbird
import Paceline
import PacelineAPI
import PacelineServer

/// A reason to reject a request before its handler runs.
enum PageRejection: Error {
    /// The path exists but takes other methods, listed as in `Allow`.
    case methodNotAllowed(String)
    /// The request came from another site.
    case crossSite
    /// The CSRF token is missing, or older than the last sign-in or sign-out.
    case staleForm
    /// The form is larger than the page takes.
    case tooLarge
}

/// What an error page says.
struct PageProblem: Sendable {
    /// The key of its texts.
    let kind: String
    let status: Int
    /// The text instead of the one of its kind.
    var message: String?
    /// The request ID by which operators find the error in the log.
    var requestID: String?
    /// When to try again, in seconds.
    var retryAfter: Int?
    /// The methods that the path takes, listed as in `Allow`.
    var allowedMethods: String?

    /// Whether the same request may succeed later.
    var isTemporary: Bool { status == 429 || status >= 500 }
}

extension WebApp {
    /// Renders an error. All errors become pages here.
    /// - Parameter sent: what is known of the request's form.
    func failure(
        _ error: any Error, _ request: Request, _ sent: SentForm, _ context: WebsiteContext,
        _ layout: LayoutContext
    ) async -> Response {
        if let error = error as? SocialError {
            switch error.code {
            case .unauthenticated: return signInRedirect("/sign-in", for: request, layout)
            case .usernameRequired: return signInRedirect("/welcome", for: request, layout)
            default: break
            }
        }
        let problem = problem(error, context, layout.localizer)
        let form = await failedForm(of: request, sent, context, after: problem, layout)
        return response(to: problem, form, layout)
    }

    private func problem(
        _ error: any Error, _ context: WebsiteContext, _ localizer: Localizer
    ) -> PageProblem {
        switch error {
        case let error as SocialError: return problem(error, localizer)
        case PageRejection.methodNotAllowed(let allowed):
            return PageProblem(kind: "method", status: 405, allowedMethods: allowed)
        case PageRejection.crossSite: return PageProblem(kind: "foreign", status: 403)
        case PageRejection.staleForm: return PageProblem(kind: "stale", status: 403)
        case PageRejection.tooLarge: return PageProblem(kind: "tooLarge", status: 413)
        case is HTTPError: return PageProblem(kind: "malformed", status: 400)
        case is CancellationError: return PageProblem(kind: "unavailable", status: 503)
        default:
            context.log(error)
            return PageProblem(kind: "internal", status: 500, requestID: context.requestID)
        }
    }

    func problem(_ error: SocialError, _ localizer: Localizer) -> PageProblem {
        let status = ProblemKind.of(error.code).status
        let kind =
            switch status {
            case 404: "missing"
            case 429: "tooOften"
            case 503: "unavailable"
            case 500: "internal"
            default: "rejected"
            }
        return PageProblem(
            kind: kind, status: status, message: kind == "missing" ? nil : localizer.message(for: error),
            retryAfter: error.retryAfter)
    }

    /// The form that failed; nil if there is none, or none that the page may show.
    private func failedForm(
        of request: Request, _ sent: SentForm, _ context: WebsiteContext, after problem: PageProblem,
        _ layout: LayoutContext
    ) async -> FailedForm? {
        // To an address with too many requests, each further one must cost little.
        let mustBeCheap = problem.status == 429 && !context.isOfPerson
        guard request.method == .post, request.hasKeepableForm, !mustBeCheap,
            case .page(let page, _) = pages.match(.post, request.uri.path),
            let form = await form(of: request, sent, to: page, context, layout),
            form.names.count <= FailedForm.mostFields
        else { return nil }
        let kept = KeptForm(of: request, form, without: page.secretFields)
        return FailedForm(kept, to: page, after: problem, layout.localizer)
    }

    private func form(
        of request: Request, _ sent: SentForm, to page: WebPage, _ context: WebsiteContext,
        _ layout: LayoutContext
    ) async -> FormData? {
        switch sent {
        case .read(let form): return form
        case .lost: return nil
        case .unread:
            do {
                guard layout.user != nil else { return try await request.formOfVisitorToKeep(context) }
                return try await request.formToKeep(upTo: page.largestForm, context)
            } catch {
                // The browser is gone, or the server is stopping. The error that came first is shown.
                return nil
            }
        }
    }

    private func response(
        to problem: PageProblem, _ form: FailedForm?, _ layout: LayoutContext
    ) -> Response {
        var response = renderer.response(page(about: problem, form, layout), layout)
        response.headers[.retryAfter] = problem.retryAfter.map(String.init)
        response.headers[.allow] = problem.allowedMethods
        return response
    }

    func page(about problem: PageProblem, _ form: FailedForm?, _ layout: LayoutContext) -> PageResponse {
        let localizer = layout.localizer
        let retry = Message.Link(href: layout.path, text: localizer("problem.retry"), isQuiet: true)
        let home = Message.Link(href: "/", text: localizer("problem.home"))
        return Message(
            icon: .brand, heading: localizer("problem.\(problem.kind).title"),
            text: problem.message ?? localizer("problem.\(problem.kind).text"),
            requestID: problem.requestID,
            links: (layout.isRead && problem.isTemporary ? [retry] : []) + [home], form: form
        ).page(status: problem.status)
    }

    /// Redirects to a page that signs in or sets a username, and that redirects back when it is done.
    private func signInRedirect(_ path: String, for request: Request, _ layout: LayoutContext) -> Response {
        let back = request.method == .get ? LocalPath(untrusted: request.uri.string) : nil
        let destination = LocalPath(path)
        let target = back.map {
            $0.description == "/" ? destination : destination.with("next", $0.description)
        }
        var redirect = PageResponse.redirect(to: target ?? destination)
        if layout.cookies.session != nil, layout.user == nil {
            redirect = redirect.settingCookies(layout.cookies.expiredCookie(.session))
        }
        return renderer.response(redirect, layout)
    }
}

extension Localizer {
    /// The localized message of an error, or the message from the engine where there is no translation.
    func message(for error: SocialError) -> String {
        let key = "error.\(error.code.rawValue)"
        guard error.code != .invalidValue, texts.text(at: key) != nil else { return error.message }
        return texts(key, limits(usernameLengths))
    }
}
