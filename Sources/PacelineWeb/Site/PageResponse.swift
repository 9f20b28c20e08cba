import Hummingbird
import Paceline

/// The result of a page handler.
struct PageResponse: Sendable {
    var content: Content
    var status = 200
    var cookies: [Cookie] = []
    /// The session that the request started.
    var signedIn: SignedIn?

    enum Content: Sendable {
        /// A full page.
        case page(Page)
        /// A fragment for the script, instead of a redirect to the full page.
        case fragment(String, View)
        case redirect(LocalPath)
        /// An event stream, open as long as the page.
        case stream(StreamSubscription)
        case nothing
        /// An image, which the browser caches privately and revalidates on each use.
        case bytes([UInt8], mediaType: String)
    }

    /// A template and its values.
    struct Page: Sendable {
        let template: String
        /// The window title.
        let title: String
        let view: View
        /// The highlighted entry in the navigation.
        var navigationItem: NavigationItem?
        /// Parameters of the event stream, for what the page shows beyond the events that every page gets.
        var streamQuery: [(String, String)] = []
        /// The path to continue at after signing in, for the links in the bar.
        var next: LocalPath?
        /// Whether search engines may list it.
        var isListed = true
    }

    enum NavigationItem: String, Sendable, CaseIterable {
        case home, friends, games, add, me, notifications
    }

    static func page(
        _ template: String, title: String, at navigationItem: NavigationItem? = nil, status: Int = 200,
        _ view: View
    ) -> PageResponse {
        PageResponse(
            content: .page(
                Page(template: template, title: title, view: view, navigationItem: navigationItem)),
            status: status)
    }

    static func fragment(_ template: String, _ view: View) -> PageResponse {
        PageResponse(content: .fragment(template, view))
    }

    /// Redirects with 303 See Other, so that a reload doesn't repeat the request.
    static func redirect(to path: LocalPath) -> PageResponse {
        PageResponse(content: .redirect(path), status: 303)
    }

    static func redirect(to path: String) -> PageResponse { redirect(to: LocalPath(path)) }

    static func image(_ image: StoredImage) -> PageResponse {
        PageResponse(content: .bytes(image.bytes, mediaType: image.format.mediaType))
    }

    /// The page, hidden from search engines.
    var unlisted: PageResponse {
        guard case .page(var page) = content else { return self }
        page.isListed = false
        var response = self
        response.content = .page(page)
        return response
    }

    /// The page with the status of success: its form wasn't rejected but is shown again, perhaps with advice.
    var shownAgain: PageResponse {
        var response = self
        response.status = 200
        return response
    }

    /// Returns the page with links in its bar that continue at the path after signing in.
    func continuing(at next: LocalPath?) -> PageResponse {
        guard case .page(var page) = content else { return self }
        page.next = next
        var response = self
        response.content = .page(page)
        return response
    }

    /// Returns the page with additional stream parameters.
    /// - Parameter query: parameters of ``LivePages``, such as the items on the page.
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
