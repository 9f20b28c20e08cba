import Foundation
import Hummingbird
import Paceline

/// The cookies of the site: `HttpOnly`, and `SameSite=Lax`, so other sites' requests carry them only when a
/// user follows a link.
struct SiteCookies: Sendable {
    /// Whether the site is reached over TLS.
    let isEncrypted: Bool
    /// The session token.
    var session: String?
    /// The ID of a browser without a session, to which its forms are bound.
    let visitor: String?
    /// The secret with which this device signs in without a password.
    let device: String?
    /// The token of the last sign-in in this browser.
    let client: String?
    /// The key of the notice that the next page shows once.
    let notice: String?
    /// The last leaderboard viewed.
    let board: String?
    /// The user's sports as ``WorkoutFormValues/chosenSports(_:)`` reads them.
    let sports: String?
    /// ``hiddenStart`` if the user has hidden the checklist for new members.
    let start: String?
    /// The invitation links that the user followed before they had an account and has not answered yet, as
    /// ``InvitationLink/links(in:)`` reads them.
    let invitation: String?

    init(_ request: Request, isEncrypted: Bool) {
        self.isEncrypted = isEncrypted
        func value(_ name: Name) -> String? {
            let value = request.cookies[Self.name(name, isEncrypted)]?.value
            return value.flatMap { $0.isEmpty || $0.utf8.count > 256 ? nil : $0 }
        }
        session = value(.session)
        visitor = value(.visitor)
        device = value(.device)
        client = value(.client)
        notice = value(.notice)
        board = value(.board)
        sports = value(.sport)
        start = value(.start)
        invitation = value(.invitation)
    }

    enum Name: String {
        case session, visitor, device, client, notice, board, sport, start, invitation
    }

    /// Browsers accept the prefix `__Host-` only over TLS and only from this host.
    private static func name(_ name: Name, _ isEncrypted: Bool) -> String {
        (isEncrypted ? "__Host-" : "") + "paceline-" + name.rawValue
    }

    /// - Parameter lifetime: in seconds; nil for a session cookie.
    private func cookie(_ name: Name, _ value: String, lifetime: Int?) -> Cookie {
        Cookie(
            name: Self.name(name, isEncrypted), value: value, maxAge: lifetime, path: "/",
            secure: isEncrypted, httpOnly: true, sameSite: .lax)
    }

    /// Lasts as long as an unused session. For the staff, it lasts 30 days, since their sessions end after 12 hours
    /// only if they are not used.
    func sessionCookie(_ signedIn: SignedIn) -> Cookie {
        let unused = Int(signedIn.expiresAt.timeIntervalSince(signedIn.createdAt))
        return cookie(
            .session, signedIn.token, lifetime: signedIn.person.role == nil ? unused : 30 * 86_400)
    }

    func visitorCookie(_ visitor: String) -> Cookie { cookie(.visitor, visitor, lifetime: nil) }

    /// Lasts 400 days, the maximum that browsers allow.
    func deviceCookie(_ secret: String) -> Cookie {
        cookie(.device, secret, lifetime: 400 * 86_400)
    }

    /// Lasts 180 days, like the token.
    func clientCookie(_ signedIn: SignedIn) -> Cookie {
        cookie(.client, signedIn.clientToken, lifetime: 180 * 86_400)
    }

    /// - Parameter key: the key of a text under `notice`. Lasts a minute.
    func noticeCookie(_ key: String) -> Cookie { cookie(.notice, key, lifetime: 60) }

    /// Lasts 30 days.
    func boardCookie(_ board: String) -> Cookie { cookie(.board, board, lifetime: 30 * 86_400) }

    /// Lasts 400 days.
    /// - Parameter sports: the main one first.
    func sportsCookie(_ sports: [WorkoutType]) -> Cookie {
        cookie(.sport, sports.map(\.rawValue).joined(separator: "."), lifetime: 400 * 86_400)
    }

    static let hiddenStart = "hidden"

    /// Lasts 400 days.
    var startCookie: Cookie { cookie(.start, Self.hiddenStart, lifetime: 400 * 86_400) }

    /// Lasts a week.
    /// - Parameter links: the newest first.
    func invitationCookie(_ links: [InvitationLink]) -> Cookie {
        cookie(.invitation, InvitationLink.text(of: links), lifetime: 7 * 86_400)
    }

    func expiredCookie(_ name: Name) -> Cookie { cookie(name, "", lifetime: 0) }
}
