/// The network that a person signed in from, in words.
package enum NetworkText {
    /// Words a network such as `192.0.2.0/24` or `2001:db8:7::/48`: `an address beginning with 192.0.2`.
    package static func words(for network: String, worded text: NotificationTexts.TextLookup) -> String {
        guard !loopback.contains(network) else { return text("network.own", [:]) }
        var prefix = network.prefix { $0 != "/" }
        if prefix.contains(":") {
            while prefix.last == ":" { prefix.removeLast() }
        } else if prefix.hasSuffix(".0") {
            prefix.removeLast(2)
        }
        return text("network.addresses", ["prefix": String(prefix)])
    }

    /// The networks of the loopback addresses `127.0.0.1` and `::1`.
    private static let loopback: Set = ["127.0.0.0/24", "0:0:0::/48"]
}
