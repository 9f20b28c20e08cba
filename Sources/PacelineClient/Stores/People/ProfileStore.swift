import Foundation
import Observation
import Paceline

/// A person's profile for a screen, also the viewer's own.
///
/// ```swift
/// let profile = ProfileStore(session, of: .username("mira"))
/// await profile.refresh()
/// if profile.person?.relationship == .notFriends { try await profile.addFriend() }
/// ```
///
/// The profile is read again after each verb that changes the relationship, since that changes what the viewer may see.
@MainActor @Observable
public final class ProfileStore: ObservableStore {
    struct Content: StoreContent {
        var person: Person
        var isEmpty: Bool { false }
    }

    /// The person whose profile it is.
    public let reference: PersonReference
    let services: any SocialServices
    let state = StoreState<Content>(subjectNotFound: .personNotFound)

    /// Creates a profile. It reads nothing before ``refresh()``.
    /// - Parameters:
    ///   - services: a session of a server, or of a community in the app.
    ///   - reference: the person; the viewer by default.
    public init(_ services: any SocialServices, of reference: PersonReference = .me) {
        self.reference = reference
        self.services = services
    }

    /// The person; nil before the first read, and when the viewer may not see them.
    public var person: Person? { state.shown?.person }
    public var phase: LoadPhase { state.phase }
    public var isStale: Bool { state.isStale }
    public var isRefreshing: Bool { state.isRefreshing }
    public var problem: SocialError? {
        get { state.problem }
        set { state.problem = newValue }
    }

    public func refresh() async {
        await state.refresh { [services, reference] in
            Content(person: try await services.person(reference))
        }
    }
}

// Live events.
extension ProfileStore {
    public func apply(_ event: LiveEvent) {
        switch event.content {
        case .relationship(let id): if id == person?.id { state.markStale() }
        case .request(let request):
            if [request.from.id, request.to.id].contains(person?.id) { state.markStale() }
        case .item(let item): if item.author.id == person?.id { state.markStale() }
        // It does not say whose request or item it was.
        case .requestRemoved, .itemRemoved, .reset: state.markStale()
        case .account: if isOwn { state.markStale() }
        case .upToDate, .kudos, .comment, .commentRemoved, .score, .group, .groupLost, .groupInvitation,
            .notifications:
            break
        }
    }

    var isOwn: Bool { reference == .me || person?.relationship == .me }
}
