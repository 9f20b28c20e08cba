import Foundation
import Hummingbird
import Paceline

/// The cookies of the site. Nothing but the site itself reads them, and no other site's request brings them along,
/// except a link that somebody follows.
struct SiteCookies: Sendable {
    /// Whether the site is reached over TLS.
    let isEncrypted: Bool
    /// The token of the session.
    let session: String?
    /// What a browser without a session is known by, so that a form can be bound to it.
    let visitor: String?
    /// The secret by which a device signs in without a password.
    let device: String?
    /// The text that the next page shows once.
    let notice: String?
    /// The leaderboard that was looked at last.
    let board: String?

    init(_ request: Request, isEncrypted: Bool) {
        self.isEncrypted = isEncrypted
        func value(_ name: Name) -> String? {
            let value = request.cookies[Self.name(name, isEncrypted)]?.value
            return value.flatMap { $0.isEmpty || $0.utf8.count > 256 ? nil : $0 }
        }
        session = value(.session)
        visitor = value(.visitor)
        device = value(.device)
        notice = value(.notice)
        board = value(.board)
    }

    enum Name: String {
        case session, visitor, device, notice, board
    }

    /// A browser takes a name that begins so only from an encrypted page of this very host.
    private static func name(_ name: Name, _ isEncrypted: Bool) -> String {
        (isEncrypted ? "__Host-" : "") + "paceline-" + name.rawValue
    }

    /// - Parameter lifetime: seconds; nil ends with the browser.
    private func cookie(_ name: Name, _ value: String, lifetime: Int?) -> Cookie {
        Cookie(
            name: Self.name(name, isEncrypted), value: value, maxAge: lifetime, path: "/",
            secure: isEncrypted, httpOnly: true, sameSite: .lax)
    }

    func sessionCookie(_ signedIn: SignedIn) -> Cookie {
        cookie(
            .session, signedIn.token,
            lifetime: Int(signedIn.expiresAt.timeIntervalSince(signedIn.createdAt)))
    }

    func visitorCookie(_ visitor: String) -> Cookie { cookie(.visitor, visitor, lifetime: nil) }

    /// Browsers keep a cookie for 400 days at most.
    func deviceCookie(_ secret: String) -> Cookie {
        cookie(.device, secret, lifetime: 400 * 86_400)
    }

    /// - Parameter key: of a text.
    func noticeCookie(_ key: String) -> Cookie { cookie(.notice, key, lifetime: 60) }

    /// Kept for 30 days.
    func boardCookie(_ board: String) -> Cookie { cookie(.board, board, lifetime: 30 * 86_400) }

    func expiredCookie(_ name: Name) -> Cookie { cookie(name, "", lifetime: 0) }
}
