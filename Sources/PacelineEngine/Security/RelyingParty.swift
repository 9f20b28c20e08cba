import Foundation
import Paceline

/// The domain that the community's passkeys belong to, and where they may be used. In WebAuthn, the relying party.
public struct RelyingParty: Sendable, Equatable {
    /// The domain, such as `crew.example`.
    public let id: String
    /// The origins that browsers and operating systems may name in the client data.
    let origins: Set<String>

    /// - Parameters:
    ///   - publicURL: the public address. On this machine, passkeys belong to `localhost`, since browsers allow none
    ///     for IP addresses.
    ///   - apps: the apps that may use the passkeys, too.
    /// - Returns: nil if browsers allow no passkeys at the address.
    init?(publicURL: String, apps: [PasskeyApp]) {
        guard let address = URLComponents(string: publicURL), let scheme = address.scheme?.lowercased(),
            let host = address.host?.lowercased()
        else { return nil }
        let isLocal = Self.loopbackHosts.contains(host)
        guard isLocal ? ["http", "https"].contains(scheme) : scheme == "https" && Self.isDomain(host) else {
            return nil
        }
        let id = isLocal ? "localhost" : host
        let defaultPort = scheme == "https" ? 443 : 80
        let port = address.port.flatMap { $0 == defaultPort ? nil : ":\($0)" } ?? ""
        self.id = id
        origins = Set(["\(scheme)://\(id)\(port)"] + apps.map { $0.origin(for: id) })
    }

    private static let loopbackHosts: Set = ["localhost", "127.0.0.1", "::1", "[::1]"]

    /// Whether it is a domain name and not an IP address.
    private static func isDomain(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isValid = labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
        return isValid && labels.last?.contains(where: \.isLetter) == true
    }

    /// Whether browsers can use the passkeys on a page of the host.
    /// - Parameter authority: the host of the page, perhaps with a port.
    public func isUsable(at authority: String?) -> Bool {
        // Behind a proxy, the host of the request may be another than the browser's.
        guard id == "localhost", let authority else { return true }
        return authority.split(separator: ":").first.map(String.init) == id
    }
}

extension Engine {
    /// The relying party; nil if the public address allows no passkeys.
    public var relyingParty: RelyingParty? {
        RelyingParty(publicURL: environment.publicURL, apps: environment.passkeyApps)
    }

    /// - Throws: ``SocialError/Code/providerUnavailable``.
    func requireRelyingParty() throws(SocialError) -> RelyingParty {
        guard let relyingParty else {
            throw SocialError(
                .providerUnavailable, "Passkeys need a public address with https:// and a domain name.")
        }
        return relyingParty
    }
}
