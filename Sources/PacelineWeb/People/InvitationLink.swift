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

    var path: LocalPath {
        switch self {
        case .friend(let code): LocalPath("/add/\(code)")
        case .group(let code): LocalPath("/join/\(code)")
        }
    }

    /// `Ana invites you to Crew`, to members. Visitors learn no names, neither of children nor of adults, and not whether
    /// the code works: otherwise, a person for whom it does not work because of a block could sign out and compare.
    /// - Throws: ``SocialError/Code/friendCodeNotFound`` or ``SocialError/Code/invitationNotFound``, to members.
    fileprivate func sentence(_ request: WebRequest) async throws -> String {
        let localizer = request.localizer
        guard let session = request.user?.session, request.user?.account.username != nil else {
            return switch self {
            case .friend: localizer("invited.someFriend")
            case .group: localizer("invited.someGroup")
            }
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
    /// Only the query counts, because a request with a code in it has a stricter rate limit.
    func invitation() async throws -> ViewValue {
        guard let link = query["next"].flatMap(InvitationLink.init(path:)) else { return .nothing }
        do {
            return .text(try await link.sentence(self))
        } catch let error as SocialError where error.isOutdatedCode {
            return .nothing
        }
    }
}

extension SocialError {
    var isOutdatedCode: Bool { code == .friendCodeNotFound || code == .invitationNotFound }
}

/// The page that an invitation link opens for visitors who are not signed in or have no username yet.
enum InvitationPages {
    /// - Parameter link: the link; nil if its code can't be one.
    /// - Returns: nil for members.
    static func pageForNonmember(_ link: InvitationLink?, _ request: WebRequest) async throws -> PageResponse?
    {
        guard let user = request.user else { return try await page(link, request) }
        guard let link else { throw SocialError.pageNotFound }
        guard user.account.username == nil else { return nil }
        return .redirect(to: LocalPath("/welcome").with("next", link.path.description))
    }

    private static func page(_ link: InvitationLink?, _ request: WebRequest) async throws -> PageResponse {
        guard let link else { return outdated(request) }
        return Message(
            icon: .people, heading: try await link.sentence(request), text: request.localizer("invited.text"),
            links: links(to: link.path, request)
        ).page().unlisted.continuing(at: link.path)
    }

    private static func outdated(_ request: WebRequest) -> PageResponse {
        Message(
            icon: .lock, heading: request.localizer("join.failed"),
            text: request.localizer("invited.outdated"), links: links(to: nil, request)
        ).page(status: 404).unlisted
    }

    private static func links(to next: LocalPath?, _ request: WebRequest) -> [Message.Link] {
        [("/sign-up", "landing.signUp", false), ("/sign-in", "landing.signIn", true)].map {
            page, text, isQuiet in
            let path = next.map { LocalPath(page).with("next", $0.description) } ?? LocalPath(page)
            return Message.Link(href: path.description, text: request.localizer(text), isQuiet: isQuiet)
        }
    }
}
