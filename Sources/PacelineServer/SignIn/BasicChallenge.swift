import HTTPTypes
import Hummingbird
import PacelineAPI

/// Offers Basic authentication, with an access token as the password, to programs that send passwords only when asked.
///
/// A browser would show a dialog, and send what a person types there with every later request, also with those that
/// other sites make. So browsers are not asked, and neither are programs that already send a bearer token.
struct BasicChallenge: Sendable {
    /// The operations that access tokens may call.
    private let operations = Set(AllEndpoints.all.filter { $0.scope != nil }.map(\.id))

    /// Adds the challenge to a response with status 401, where it applies.
    func add(to response: inout Response, of request: Request, _ context: ServerContext) {
        guard response.status == .unauthorized, request.bearerToken == nil, !request.isFromBrowser,
            let operation = context.trace.operation, operations.contains(operation)
        else { return }
        response.headers.append(
            HTTPField(name: .wwwAuthenticate, value: #"Basic realm="paceline", charset="UTF-8""#))
    }
}

extension Request {
    /// Whether a browser sent it.
    ///
    /// Without TLS, browsers leave out `Sec-Fetch-Mode`, and for an image `Origin` and HTML in `Accept`, too. But they
    /// all call themselves Mozilla, and most say where the request comes from.
    fileprivate var isFromBrowser: Bool {
        let signs: [HTTPField.Name] = [.fetchMode, .origin, .referer, .cookie]
        return signs.contains { headers.contains($0) }
            || headers[.accept]?.contains("text/html") == true
            || headers[.userAgent]?.hasPrefix("Mozilla/") == true
    }
}

extension HTTPField.Name {
    fileprivate static let fetchMode = Self("Sec-Fetch-Mode")!
}
