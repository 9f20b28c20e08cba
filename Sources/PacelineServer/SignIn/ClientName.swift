/// Names the app or browser of a request by its `User-Agent`, for the list of sessions.
enum ClientName {
    // Browsers name each other for compatibility, so the more specific one comes first.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
        ("SamsungBrowser", "Samsung Internet"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("CrOS", "ChromeOS"),
        ("Mac OS X", "Mac"), ("Linux", "Linux"),
    ]
    private static let longestProduct = 40

    /// Returns a name such as “Firefox on Linux” for a browser, and otherwise the first product that the header names;
    /// nil if there is none.
    static func of(userAgent: String) -> String? {
        guard userAgent.hasPrefix("Mozilla/") else {
            let product = userAgent.prefix { $0 != "/" && $0 != " " }
            let isName = product.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 32 && $0.value < 127 }
            return product.isEmpty || !isName ? nil : String(product.prefix(longestProduct))
        }
        let browser = browsers.first { userAgent.contains($0.0 + "/") }?.1
        let system = systems.first { userAgent.contains($0.0) }?.1
        guard let browser else { return system }
        return system.map { "\(browser) on \($0)" } ?? browser
    }
}
