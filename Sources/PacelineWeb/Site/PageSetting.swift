import Paceline

/// What surrounds a page, whichever it is: who looks at it, in which words, from which browser.
struct PageSetting: Sendable {
    let cookies: SiteCookies
    var wording: Wording
    /// The address without its query.
    let path: String
    var caller: Caller?
    /// What a browser is known by that is not known yet.
    private let newVisitor = newSecret()

    init(cookies: SiteCookies, wording: Wording, path: String) {
        self.cookies = cookies
        self.wording = wording
        self.path = path
    }

    /// Whether the browser has to be given a name, for its forms to be bound to.
    var namesVisitor: String? {
        caller == nil && cookies.visitor == nil ? newVisitor : nil
    }

    /// What the forms of this page hold.
    var token: CSRFToken {
        CSRFToken(secret: (caller == nil ? nil : cookies.session) ?? cookies.visitor ?? newVisitor)
    }
}
