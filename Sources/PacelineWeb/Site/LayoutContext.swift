import Paceline
import PacelineEngine

/// The inputs of the page layout: cookies, language and user.
struct LayoutContext: Sendable {
    var cookies: SiteCookies
    var localizer: Localizer
    /// The path without the query.
    let path: String
    /// Whether the request only reads, so that its address can be opened again.
    let isRead: Bool
    /// Whether the browser takes compressed pages.
    let acceptsGzip: Bool
    var user: SignedInUser?
    /// Whether it is known who the user is. It isn't if the session can't be looked up.
    var isUserKnown = false
    /// Where the request signs in from, on pages that take credentials.
    var origin = SignInOrigin()
    /// The key of a text under `notice`, instead of the one in the cookie.
    var notice: String?
    /// The visitor ID to assign if the browser has none.
    private let generatedVisitorID = newSecret()

    init(
        cookies: SiteCookies, localizer: Localizer, path: String, isRead: Bool, acceptsGzip: Bool
    ) {
        self.cookies = cookies
        self.localizer = localizer
        self.path = path
        self.isRead = isRead
        self.acceptsGzip = acceptsGzip
    }

    /// The visitor ID to set in a cookie; nil if the browser already has a session or an ID.
    var newVisitorID: String? {
        user == nil && cookies.visitor == nil ? generatedVisitorID : nil
    }

    /// The ID of a browser without a session.
    var visitor: String { cookies.visitor ?? generatedVisitorID }

    /// The token for the forms on this page. While the user isn't known, the session counts as valid.
    var csrfToken: CSRFToken {
        CSRFToken(secret: (user != nil || !isUserKnown ? cookies.session : nil) ?? visitor)
    }
}
