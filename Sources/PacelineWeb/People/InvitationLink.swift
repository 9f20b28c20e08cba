import Hummingbird
import Paceline
import PacelineEngine

/// A link that a person shared to be added as a friend, or to bring people into a group.
enum InvitationLink: Sendable, Equatable {
    case friend(FriendCode)
    case group(JoinCode.Value)

    /// Returns nil if the path is no such link, or its code can't be one.
    init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty else { return nil }
        switch parts[1] {
        case "add":
            guard let code = FriendCode(String(parts[2])) else { return nil }
            self = .friend(code)
        case "join":
            guard let code = JoinCode.Value(String(parts[2])) else { return nil }
            self = .group(code)
        default: return nil
        }
    }

    /// The most links that a browser keeps.
    private static let mostKept = 4

    /// Reads links that are separated by dots.
    static func links(in text: String?) -> [InvitationLink] {
        (text ?? "").split(separator: ".").prefix(mostKept).compactMap { InvitationLink(path: String($0)) }
    }

    static func text(of links: [InvitationLink]) -> String {
        links.prefix(mostKept).map(\.path.description).joined(separator: ".")
    }

    var path: LocalPath {
        switch self {
        case .friend(let code): LocalPath("/add/\(code)")
        case .group(let code): LocalPath("/join/\(code)")
        }
    }

    /// `You are invited to a group`, whether the code works or not.
    fileprivate func namelessSentence(_ localizer: Localizer) -> String {
        switch self {
        case .friend: localizer("invited.someFriend")
        case .group: localizer("invited.someGroup")
        }
    }

    /// `Ana invites you to Crew`, to members. Visitors learn no names, neither of children nor of adults, and not whether
    /// the code works: otherwise, a person for whom it does not work because of a block could sign out and compare.
    /// - Throws: ``SocialError/Code/friendCodeNotFound`` or ``SocialError/Code/invitationNotFound``, to members.
    fileprivate func sentence(_ request: WebRequest) async throws -> String {
        let localizer = request.localizer
        guard let session = request.user?.session, request.user?.account.username != nil else {
            return namelessSentence(localizer)
        }
        switch self {
        case .friend(let code):
            let owner = try await session.person(withFriendCode: code)
            return localizer("invited.friend", ["name": owner.displayName])
        case .group(let code):
            let group = try await session.groupPreview(code: code.description)
            return localizer("invited.group", ["name": group.owner.displayName, "group": group.title])
        }
    }
}

extension WebRequest {
    /// The sentence about the invitation to which the user continues; nothing without one, or if its code does not work
    /// for a member.
    ///
    /// To members, only the query counts, because a request with a code in it has a stricter rate limit.
    func invitation() async throws -> ViewValue {
        let next = query["next"] ?? (user == nil ? continuation?.description : nil)
        guard let link = next.flatMap(InvitationLink.init(path:)) else { return .nothing }
        do {
            return .text(try await link.sentence(self))
        } catch let error as SocialError where error.isOutdatedCode {
            return .nothing
        }
    }

    /// Where a visitor continues after signing in or up: at the path that they came for or, if they left the page of an
    /// invitation link, at the link. The page names no one before they have an account.
    var continuation: LocalPath? { nextPath ?? (user == nil ? unansweredLinks.first?.path : nil) }

    /// The links that the user followed before they had an account, until they answer them. The newest first.
    ///
    /// A mistyped code must not displace the right one, and which of them works must not show.
    fileprivate var unansweredLinks: [InvitationLink] { InvitationLink.links(in: cookies.invitation) }

    /// The cookie that keeps the link besides those before it.
    fileprivate func cookie(keeping link: InvitationLink) -> Cookie {
        cookies.invitationCookie([link] + unansweredLinks.filter { $0 != link })
    }

    /// The reminder of the newest link; nothing without one.
    ///
    /// It names no one. To look the code up, the page would need the stricter rate limit of codes, as a cookie is as
    /// easy to vary as a query.
    var invitationReminder: ViewValue {
        guard let link = unansweredLinks.first else { return .nothing }
        return .view([
            "text": .text(link.namelessSentence(localizer)), "href": .text(link.path.description),
            "dismissal": .view(
                ActionForm(
                    action: "/invitation/dismiss", text: localizer("invited.dismiss"), style: "small quiet"
                ).view),
        ])
    }
}

extension PageResponse {
    /// The page after the link was answered, or can't be: the home page no longer reminds of it, but of one before it.
    func answering(_ link: InvitationLink?, _ request: WebRequest) -> PageResponse {
        let links = request.unansweredLinks
        guard let link, links.contains(link) else { return self }
        let others = links.filter { $0 != link }
        return settingCookies(
            others.isEmpty
                ? request.cookies.expiredCookie(.invitation) : request.cookies.invitationCookie(others))
    }
}

extension SocialError {
    var isOutdatedCode: Bool { code == .friendCodeNotFound || code == .invitationNotFound }
}

/// The page that an invitation link opens, also for visitors who are not signed in or have no username yet.
enum InvitationPages {
    /// - Parameter link: the link; nil if its code can't be one.
    /// - Parameter memberPage: the page for members.
    static func show(
        _ link: InvitationLink?, _ request: WebRequest,
        toMembers memberPage: (SignedInUser) async throws -> PageResponse
    ) async throws -> PageResponse {
        guard let user = request.user else { return try await page(link, request) }
        guard user.account.username == nil else { return try await memberPage(user) }
        guard let link else { return .redirect(to: "/welcome") }
        return .redirect(to: LocalPath("/welcome").with("next", link.path.description))
            .settingCookies(request.cookie(keeping: link))
    }

    /// Ends the reminder on the home page, which is that of the newest link.
    static func dismiss(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        .redirect(to: "/").answering(request.unansweredLinks.first, request)
    }

    private static func page(_ link: InvitationLink?, _ request: WebRequest) async throws -> PageResponse {
        guard let link else { return outdated(request) }
        return Message(
            icon: .people, heading: try await link.sentence(request), text: request.localizer("invited.text"),
            links: links(to: link.path, request), about: about(request)
        ).page().unlisted.continuing(at: link.path).settingCookies(request.cookie(keeping: link))
    }

    private static func outdated(_ request: WebRequest) -> PageResponse {
        Message(
            icon: .lock, heading: request.localizer("join.failed"),
            text: request.localizer("invited.outdated"), links: links(to: nil, request),
            about: about(request)
        ).page(status: 404).unlisted
    }

    /// What the visitor was invited to, for those who have never heard of it.
    private static func about(_ request: WebRequest) -> View {
        View([
            "links": .list([
                ["href": "/", "text": .text(request.localizer("invited.about"))],
                ["href": "/children", "text": .text(request.localizer("landing.children"))],
            ])
        ]).merging(request.operatorView)
    }

    private static func links(to next: LocalPath?, _ request: WebRequest) -> [Message.Link] {
        [("/sign-up", "landing.signUp", false), ("/sign-in", "landing.signIn", true)].map {
            page, text, isQuiet in
            let path = next.map { LocalPath(page).with("next", $0.description) } ?? LocalPath(page)
            return Message.Link(href: path.description, text: request.localizer(text), isQuiet: isQuiet)
        }
    }
}
