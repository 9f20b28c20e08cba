import Paceline

/// What surrounds a page, whichever it is: who looks at it, in which words, from which browser.
struct LayoutContext: Sendable {
    let cookies: SiteCookies
    var localizer: Localizer
    /// The address without its query.
    let path: String
    var user: SignedInUser?
    /// What a browser is known by that is not known yet.
    private let generatedVisitorID = newSecret()

    init(cookies: SiteCookies, localizer: Localizer, path: String) {
        self.cookies = cookies
        self.localizer = localizer
        self.path = path
    }

    /// Whether the browser has to be given a name, for its forms to be bound to.
    var newVisitorID: String? {
        user == nil && cookies.visitor == nil ? generatedVisitorID : nil
    }

    /// What the forms of this page hold.
    var csrfToken: CSRFToken {
        CSRFToken(secret: (user == nil ? nil : cookies.session) ?? cookies.visitor ?? generatedVisitorID)
    }
}
