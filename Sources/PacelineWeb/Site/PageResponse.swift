import Hummingbird
import Paceline

/// What a page's handler comes back with.
struct PageResponse: Sendable {
    var content: Content
    var status = 200
    var cookies: [Cookie] = []

    enum Content: Sendable {
        /// A whole page.
        case page(Page)
        /// The piece of a page that a script asked for, in place of a redirect to the whole.
        case fragment(String, View)
        case redirect(LocalPath)
        /// What happens, for as long as the page is open.
        case stream(StreamSubscription)
        case nothing
        /// A picture, which a browser keeps for its person and asks about before it shows it again.
        case bytes([UInt8], mediaType: String)
    }

    /// A template and what fills it.
    struct Page: Sendable {
        let template: String
        /// What the window is called.
        let title: String
        let view: View
        /// The place in the navigation that is marked.
        var place: Place?
        /// What of all that happens the page wants to hear besides what every page does: parameters of the stream's
        /// address.
        var streamQuery: [(String, String)] = []
    }

    enum Place: String, Sendable, CaseIterable {
        case home, friends, games, add, me, notifications
    }

    static func page(
        _ template: String, title: String, at place: Place? = nil, status: Int = 200, _ view: View
    ) -> PageResponse {
        PageResponse(
            content: .page(Page(template: template, title: title, view: view, place: place)), status: status)
    }

    static func fragment(_ template: String, _ view: View) -> PageResponse {
        PageResponse(content: .fragment(template, view))
    }

    /// Goes on with GET, so that loading the page again repeats nothing.
    static func redirect(to path: LocalPath) -> PageResponse {
        PageResponse(content: .redirect(path), status: 303)
    }

    static func redirect(to path: String) -> PageResponse { redirect(to: LocalPath(path)) }

    static func image(_ image: StoredImage) -> PageResponse {
        PageResponse(content: .bytes(image.bytes, mediaType: image.format.mediaType))
    }

    /// The same page, which wants to hear more.
    /// - Parameter query: what ``LivePages`` takes, such as the items that are shown.
    func streaming(_ query: [(String, String)]) -> PageResponse {
        guard case .page(var page) = content else { return self }
        page.streamQuery = query
        var response = self
        response.content = .page(page)
        return response
    }

    func settingCookies(_ cookies: Cookie...) -> PageResponse {
        var response = self
        response.cookies += cookies
        return response
    }
}
