import HTTPTypes
import Hummingbird
import NIOCore
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
}

extension WebApp {
    /// Renders an error. All errors become pages here.
    func failure(
        _ error: any Error, _ request: Request, _ context: WebsiteContext, _ layout: LayoutContext
    ) async -> Response {
        switch error {
        case let error as SocialError: return response(to: error, request, layout)
        case PageRejection.methodNotAllowed(let allowed):
            var response = problem("method", 405, layout)
            response.headers[.allow] = allowed
            return response
        case PageRejection.crossSite: return problem("foreign", 403, layout)
        case PageRejection.staleForm: return problem("stale", 403, layout)
        case is NIOTooManyBytesError: return problem("tooLarge", 413, layout)
        case is HTTPError: return problem("malformed", 400, layout)
        case is CancellationError: return problem("unavailable", 503, layout)
        default:
            context.log(error)
            return problem("internal", 500, layout, requestID: context.requestID)
        }
    }

    private func response(to error: SocialError, _ request: Request, _ layout: LayoutContext) -> Response {
        switch error.code {
        case .unauthenticated: return signInRedirect("/sign-in", for: request, layout)
        case .usernameRequired: return signInRedirect("/welcome", for: request, layout)
        default: break
        }
        let status = ProblemKind.of(error.code).status
        let kind =
            switch status {
            case 404: "missing"
            case 429: "tooOften"
            case 503: "unavailable"
            case 500: "internal"
            default: "rejected"
            }
        var response = problem(
            kind, status, layout, message: kind == "missing" ? nil : layout.localizer.message(for: error))
        response.headers[.retryAfter] = error.retryAfter.map(String.init)
        return response
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

    private func problem(
        _ kind: String, _ status: Int, _ layout: LayoutContext, message: String? = nil,
        requestID: String? = nil
    ) -> Response {
        let localizer = layout.localizer
        let retry = Message.Link(href: layout.path, text: localizer("problem.retry"), isQuiet: true)
        let mayRetry = layout.isRead && (status >= 500 || status == 429)
        let message = Message(
            icon: .brand, heading: localizer("problem.\(kind).title"),
            text: message ?? localizer("problem.\(kind).text"), requestID: requestID,
            links: (mayRetry ? [retry] : []) + [Message.Link(href: "/", text: localizer("problem.home"))])
        return renderer.response(message.page(status: status), layout)
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
