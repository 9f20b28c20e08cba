import Hummingbird

extension Request {
    /// Whether the browser says that a page of this site sends this, or does not say who does.
    ///
    /// Old browsers and programs say nothing; for them the form's token speaks alone.
    var isFromThisSite: Bool {
        if let site = headers[.fetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = headers[.origin] else { return true }
        let host = origin.split(separator: "/", maxSplits: 2).last.map(String.init)
        return origin.contains("://") && host != nil && host == head.authority
    }
}
