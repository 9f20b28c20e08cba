import HTTPTypes
import Hummingbird
import NIOCore
import Paceline
import PacelineAPI
import PacelineServer

/// Why a request to a page is refused before the page sees it.
enum Refusal: Error {
    /// The address takes other methods, named as `Allow` has them.
    case method(String)
    /// A page of another site sent it.
    case foreign
    /// The form is not one of this browser's, or from before it signed in or out.
    case stale
}

extension WebApp {
    /// The page that tells of an error: the one place where errors become pages.
    func failure(
        _ error: any Error, _ request: Request, _ admission: Admission, _ setting: PageSetting
    ) async -> Response {
        switch error {
        case let error as SocialError: return answer(error, request, setting)
        case Refusal.method(let allowed):
            var response = problem("method", 405, setting)
            response.headers[.allow] = allowed
            return response
        case Refusal.foreign: return problem("foreign", 403, setting)
        case Refusal.stale: return problem("stale", 403, setting)
        case is NIOTooManyBytesError: return problem("tooLarge", 413, setting)
        case is HTTPError: return problem("malformed", 400, setting)
        case is CancellationError: return problem("unavailable", 503, setting)
        default:
            admission.log(error)
            return problem("internal", 500, setting, requestID: admission.requestID)
        }
    }

    private func answer(_ error: SocialError, _ request: Request, _ setting: PageSetting) -> Response {
        switch error.code {
        case .unauthenticated: return entrance("/sign-in", for: request, setting)
        case .usernameRequired: return entrance("/welcome", for: request, setting)
        default: break
        }
        let status = ProblemKind.of(error.code).status
        let kind =
            switch status {
            case 404: "missing"
            case 429: "tooOften"
            case 503: "unavailable"
            case 500: "internal"
            default: "refused"
            }
        var response = problem(
            kind, status, setting, message: kind == "missing" ? nil : setting.wording.said(by: error))
        response.headers[.retryAfter] = error.retryAfter.map(String.init)
        return response
    }

    /// Leads to where somebody signs in or chooses a username, and from there back.
    private func entrance(_ path: String, for request: Request, _ setting: PageSetting) -> Response {
        let back = request.method == .get ? LocalPath(untrusted: request.uri.string) : nil
        let entrance = LocalPath(path)
        let target = back.map { $0.description == "/" ? entrance : entrance.with("next", $0.description) }
        var answer = PageAnswer.redirect(to: target ?? entrance)
        if setting.cookies.session != nil, setting.caller == nil {
            answer = answer.setting(setting.cookies.ending(.session))
        }
        return renderer.response(answer, setting)
    }

    private func problem(
        _ kind: String, _ status: Int, _ setting: PageSetting, message: String? = nil,
        requestID: String? = nil
    ) -> Response {
        let wording = setting.wording
        let retry = Message.Link(href: setting.path, text: wording("problem.retry"), isQuiet: true)
        let mayRetry = status >= 500 || status == 429
        let message = Message(
            icon: .brand, heading: wording("problem.\(kind).title"),
            text: message ?? wording("problem.\(kind).text"), requestID: requestID,
            links: (mayRetry ? [retry] : []) + [Message.Link(href: "/", text: wording("problem.home"))])
        return renderer.response(message.page(status: status), setting)
    }
}

extension Wording {
    /// What an error says, in the language of the pages where they have words for it.
    func said(by error: SocialError) -> String {
        let key = "error.\(error.code.rawValue)"
        guard error.code != .invalidValue, let text = texts.text(at: key) else { return error.message }
        return text
    }
}
