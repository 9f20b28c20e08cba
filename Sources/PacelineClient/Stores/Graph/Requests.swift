import Foundation
import Observation
import Paceline

/// The viewer's pending requests for a screen, received or sent.
///
/// ```swift
/// let requests = Requests(session)
/// await requests.refresh()
/// if let first = requests.items.first { try await requests.accept(first.id) }
/// ```
@MainActor @Observable
public final class Requests: PagedStore {
    /// Whether the viewer received or sent them.
    public let direction: ConnectionRequest.Direction
    /// The kind of requests; nil for all.
    public let kind: ConnectionRequest.Kind?
    private let services: any SocialServices
    private let list: ListState<ConnectionRequest, Void>

    /// Creates a list. It reads nothing before ``refresh()``.
    /// - Parameters:
    ///   - services: a session of a server, or of a community in the app.
    ///   - direction: received or sent requests.
    ///   - kind: nil for all kinds.
    ///   - pageSize: how many requests are read at a time, 1 to 100.
    public init(
        _ services: any SocialServices, _ direction: ConnectionRequest.Direction = .incoming,
        kind: ConnectionRequest.Kind? = nil, pageSize: Int = PageRequest.defaultLimit
    ) {
        self.direction = direction
        self.kind = kind
        self.services = services
        list = ListState(pageSize: pageSize) { (try await services.requests(direction, kind: kind, $0), ()) }
    }

    public var phase: LoadPhase { list.state.phase }
    public var isStale: Bool { list.state.isStale }
    public var isRefreshing: Bool { list.state.isRefreshing }
    public var problem: SocialError? {
        get { list.state.problem }
        set { list.state.problem = newValue }
    }
    public var items: [ConnectionRequest] { list.items }
    public var hasMore: Bool { list.hasMore }
    public var isLoadingMore: Bool { list.isLoadingMore }

    public func refresh() async { await list.refresh() }
    public func loadMore() async { await list.loadMore() }
}

// Verbs.
extension Requests {
    /// Accepts a received request.
    /// - Throws: the errors of ``GraphService/accept(_:)``.
    @discardableResult
    public func accept(_ id: ConnectionRequest.ID) async throws -> ConnectionRequest {
        try await end(id) { try await $0.accept(id) }
    }

    /// Declines a received request. The sender is not notified.
    /// - Throws: the errors of ``GraphService/decline(_:)``.
    public func decline(_ id: ConnectionRequest.ID) async throws {
        try await end(id) { try await $0.decline(id) }
    }

    /// Cancels a sent request.
    /// - Throws: the errors of ``GraphService/cancel(_:)``.
    public func cancel(_ id: ConnectionRequest.ID) async throws {
        try await end(id) { try await $0.cancel(id) }
    }

    /// Sends a request. The list shows it once the service has answered, since only the service knows its receiver.
    ///
    /// ```swift
    /// try await Requests(session, .outgoing).send(RequestDraft(to: .code("7KQ2MX")))
    /// ```
    /// - Throws: the errors of ``GraphService/request(_:)``.
    @discardableResult
    public func send(_ draft: RequestDraft) async throws -> ConnectionRequest {
        try await list.state.perform(on: nil) { _ in
        } asking: { [services] in
            try await services.request(draft)
        } then: { [direction, kind] request, content in
            // A crossing request is accepted at once.
            if request.state != .pending {
                content.remove(request.id.uuid)
            } else if direction == .outgoing, kind == nil || kind == request.kind {
                content.put(request)
            }
        }
    }

    private func end<Answer: Sendable>(
        _ id: ConnectionRequest.ID, _ request: @MainActor (any SocialServices) async throws -> Answer
    ) async throws -> Answer {
        try await list.state.perform(on: id.uuid) { content in
            content.remove(id.uuid)
        } asking: { [services] in
            try await request(services)
        } then: { _, content in
            content.remove(id.uuid)
        }
    }
}

// Live events.
extension Requests {
    public func apply(_ event: LiveEvent) {
        switch event.content {
        case .request(let request): apply(request)
        case .requestRemoved(let id): list.state.commit { $0.remove(id.uuid) }
        case .relationship, .reset: list.state.markStale()
        case .upToDate, .item, .itemRemoved, .kudos, .comment, .commentRemoved, .score, .group, .groupLost,
            .groupInvitation, .account, .notifications:
            break
        }
    }

    private func apply(_ request: ConnectionRequest) {
        if request.state != .pending {
            list.state.commit { $0.remove(request.id.uuid) }
        } else if list.item(request.id) != nil {
            list.state.commit { content in content.update(request.id.uuid) { $0 = request } }
        } else if kind == nil || kind == request.kind {
            // The event does not say whether the viewer received or sent it.
            list.state.markStale()
        }
    }
}
