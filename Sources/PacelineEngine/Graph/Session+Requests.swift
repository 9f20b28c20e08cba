import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func request(_ draft: RequestDraft) async throws -> ConnectionRequest {
        let message = try draft.message.map { try TextRule.requestMessage.check($0) }
        return try await write(receipt: receipt()) {
            try Graph($0).send(draft, message: message?.isEmpty == true ? nil : message)
        }
    }

    /// The owner of a friend code, whom a link with the code names before a request is sent.
    /// - Throws: ``SocialError/Code/friendCodeNotFound``, also if the owner is hidden from the viewer.
    public func person(withFriendCode code: FriendCode) async throws -> Person {
        try await read { transaction in
            let id = try Graph(transaction).person(withFriendCode: code.description)
            guard let person = try transaction.people([id])[id] else {
                throw SocialError.friendCodeNotFound
            }
            return person
        }
    }

    /// The owner of a friend code, with what the viewer needs to know before sending a request.
    /// - Throws: ``SocialError/Code/friendCodeNotFound``, also if the owner is hidden from the viewer.
    public func recipient(withFriendCode code: FriendCode) async throws -> RequestRecipient {
        try await read { transaction in
            let graph = Graph(transaction)
            return try graph.recipient(try graph.person(withFriendCode: code.description), hasCode: true)
        }
    }

    public func requests(
        _ direction: ConnectionRequest.Direction, kind: ConnectionRequest.Kind?, _ page: PageRequest
    ) async throws -> Page<ConnectionRequest> {
        try await read { try Graph($0).requests(direction, kind, page) }
    }

    public func accept(_ id: ConnectionRequest.ID) async throws -> ConnectionRequest {
        try await write { try Graph($0).accept(id) }
    }

    public func decline(_ id: ConnectionRequest.ID) async throws {
        try await write { try Graph($0).decline(id) }
    }

    public func cancel(_ id: ConnectionRequest.ID) async throws {
        try await write { try Graph($0).cancel(id) }
    }
}

extension Graph {
    func decline(_ id: ConnectionRequest.ID) throws {
        let request = try received(id, in: [.pending, .declined])
        guard request.state == .pending else { return }
        try connection.setState(.declined, of: id, declinedAt: now)
        try transaction.log(.declinedRequest, id.uuid)
    }

    func cancel(_ id: ConnectionRequest.ID) throws {
        guard let request = try connection.request(id),
            request.sender == viewer.id,
            [.pending, .cancelled].contains(
                request.state.asSeenBySender(at: now, expiresAt: request.expiresAt))
        else { throw SocialError.requestNotFound }
        guard request.state != .cancelled else { return }
        try connection.setState(.cancelled, of: id)
        try log(cancelling: request)
    }

    /// Logs that the request was cancelled.
    ///
    /// A receiver who has declined it, or an earlier one of the same sender, no longer sees it, and must not learn of
    /// its end.
    func log(cancelling request: StoredRequest) throws {
        try connection.append(
            LogEntry(
                kind: .cancelledRequest, person: request.sender, topic: request.sender.uuid,
                subject: request.id.uuid, other: request.declinedAt == nil ? request.receiver : nil),
            at: now)
    }

    fileprivate func send(_ draft: RequestDraft, message: String?) throws -> ConnectionRequest {
        let receiver = try receiver(of: draft)
        if let id = draft.id, try isRepeated(id, draft.kind, to: receiver) { return try presenting(id) }
        let hasCode = if case .code = draft.recipient { true } else { false }
        let id = try draft.id.flatMap { try connection.request($0) == nil ? $0 : nil }
        return try presenting(
            try send(draft.kind, to: receiver, hasCode: hasCode, message: message, as: id))
    }

    /// Whether the viewer has sent the same request with the id, which is still open or was accepted.
    private func isRepeated(
        _ id: ConnectionRequest.ID, _ kind: ConnectionRequest.Kind, to receiver: Person.ID
    ) throws -> Bool {
        guard let request = try connection.request(id), request.sender == viewer.id,
            request.receiver == receiver, request.kind == kind
        else { return false }
        let state = request.state.asSeenBySender(at: now, expiresAt: request.expiresAt)
        return [.pending, .accepted].contains(state)
    }

    private func receiver(of draft: RequestDraft) throws -> Person.ID {
        switch draft.recipient {
        case .person(let reference): return try transaction.resolveOther(reference)
        case .code(let text):
            let person = try person(withFriendCode: text)
            guard person != viewer.id else { throw SocialError.selfNotAllowed }
            return person
        }
    }

    /// - Throws: ``SocialError/Code/friendCodeNotFound``, also if the owner is hidden from the viewer.
    fileprivate func person(withFriendCode text: String) throws -> Person.ID {
        guard let code = FriendCode(text),
            let person = try connection.person(withFriendCode: code, notHiddenFrom: viewer)
        else {
            throw SocialError.friendCodeNotFound
        }
        return person
    }

    /// - Returns: the new pending request, or an accepted one: the receiver's own request, if the two crossed, or a
    ///   follow request to a person who does not approve followers.
    private func send(
        _ kind: ConnectionRequest.Kind, to receiver: Person.ID, hasCode: Bool, message: String?,
        as id: ConnectionRequest.ID?
    ) throws -> ConnectionRequest.ID {
        let edge = try connection.edge(from: viewer.id, to: receiver)
        if kind == .friend, edge?.isMutual == true { throw SocialError.alreadyFriends }
        if kind == .follow, edge != nil {
            throw SocialError(.alreadyFollowing, "You already follow them.")
        }
        // Includes a request that the viewer declined, also by replacing its code: to its sender it is still open.
        if kind == .friend,
            let crossing = try connection.openRequest(from: receiver, to: viewer.id, .friend, at: now),
            try isAcceptable(crossing, askingBackWithCode: hasCode)
        {
            try requireSignInOfChild()
            if hasCode { try connection.setHasCode(of: crossing.id) }
            try accept(crossing)
            return crossing.id
        }
        if kind == .follow, try !connection.approvesFollowers(receiver) {
            return try followImmediately(receiver, message: message, as: id)
        }
        guard try connection.openRequest(from: viewer.id, to: receiver, kind, at: now) == nil else {
            throw SocialError(.requestExists, "Your request is still pending.")
        }
        return try createRequest(to: receiver, kind, hasCode: hasCode, message: message, as: id)
    }

    /// Follows a person who does not approve followers. The request, new or pending, counts as accepted.
    private func followImmediately(
        _ followee: Person.ID, message: String?, as chosen: ConnectionRequest.ID?
    ) throws -> ConnectionRequest.ID {
        let open = try connection.openRequest(from: viewer.id, to: followee, .follow, at: now)
        let id = open?.id ?? chosen ?? .new(at: now, using: environment.random)
        if open == nil {
            try connection.insert(
                id, .follow, from: viewer.id, to: followee, message: message,
                try transaction.rating(of: [message].compactMap(\.self)), hasCode: false, declinedAt: nil,
                at: now)
        }
        try connection.connect(viewer.id, to: followee, at: now)
        try logFollowing(of: followee)
        return id
    }

    /// - Parameters:
    ///   - hasCode: whether the viewer knows the receiver's friend code. Without it, no one can ask a child, and a
    ///     child can ask no one.
    ///   - chosen: an unused id that the viewer's client chose; nil for a new one.
    /// - Throws: ``SocialError/Code/requestsNotAllowed`` when the receiver does not accept requests of this kind from
    ///   the viewer; ``SocialError/Code/quotaExceeded`` when too many requests of the viewer wait for an answer;
    ///   ``SocialError/Code/insufficientScope`` when an access token acts for a child.
    func createRequest(
        to receiver: Person.ID, _ kind: ConnectionRequest.Kind, hasCode: Bool = false, message: String?,
        as chosen: ConnectionRequest.ID? = nil
    ) throws -> ConnectionRequest.ID {
        guard try kind == .friend && hasCode || !viewer.isChild else {
            throw SocialError(
                .requestsNotAllowed,
                "You can ask people to be friends only with their friend code. Ask them for it.")
        }
        let takesRequests = try connection.settings(of: receiver)?.allowFriendRequests ?? false
        let isOpenToKind = try kind == .friend && hasCode || !transaction.isChild(receiver)
        guard takesRequests, isOpenToKind else {
            let requests = kind == .friend ? "friend requests" : "follow requests"
            throw SocialError(.requestsNotAllowed, "They don't accept \(requests).")
        }
        if kind == .friend { try requireSignInOfChild() }
        try expectRoomForRequest()
        let id = chosen ?? .new(at: now, using: environment.random)
        // For 30 days after a decline, new requests are declined silently: to the sender they look pending.
        let declinedAt = try connection.lastDecline(of: viewer.id, by: receiver, kind, at: now)
        try connection.insert(
            id, kind, from: viewer.id, to: receiver, message: message,
            try transaction.rating(of: [message].compactMap(\.self)), hasCode: hasCode,
            declinedAt: declinedAt, at: now)
        try transaction.log(.requested, id.uuid, concerning: declinedAt == nil ? receiver : nil)
        return id
    }

    private func expectRoomForRequest() throws {
        guard let limit = environment.quotas.waitingRequests,
            try connection.openRequestCount(of: viewer.id, upTo: limit, at: now) >= limit
        else { return }
        throw SocialError(
            .quotaExceeded,
            """
            You have \(Measure.count(limit, "request")) waiting for an answer, the most that is possible. Cancel one, \
            or wait until one is answered or expires.
            """)
    }

    fileprivate func accept(_ id: ConnectionRequest.ID) throws -> ConnectionRequest {
        let request = try received(id, in: [.pending, .accepted])
        if request.state == .pending {
            guard try isAcceptable(request, askingBackWithCode: false) else {
                throw SocialError.requestNotFound
            }
            try requireSignInOfChild()
            try accept(request)
        }
        return try presenting(id)
    }

    /// Whether the rules of today allow the request: with a child on either side, it needs the friend code. Rules and
    /// birth dates may have changed since it was sent.
    ///
    /// A child's own choice, to send or to accept it, does not lift the rule: without a code, a child cannot know who
    /// is behind a name. So a child who declined a request, or withdrew it with its code, accepts it only by asking
    /// back with the sender's code.
    private func isAcceptable(
        _ request: StoredRequest, askingBackWithCode asksWithCode: Bool
    ) throws -> Bool {
        guard try viewer.communityHasChildren else { return true }
        let isWanted = try request.state == .pending || asksWithCode || !viewer.isChild
        if request.kind == .friend, request.hasCode, isWanted { return true }
        return try !transaction.isChild(request.sender) && !transaction.isChild(request.receiver)
    }

    /// Checks that no access token makes friends for a child, or for a person who may be one: a thief of the token
    /// could be the friend. The tokens of others may ask children, since an error would tell them who is one.
    /// - Throws: ``SocialError/Code/insufficientScope``.
    private func requireSignInOfChild() throws {
        guard transaction.isForAccessToken,
            try [.child, .unknown].contains(transaction.age(of: viewer.id))
        else { return }
        throw SocialError(
            .insufficientScope,
            "An access token cannot make friends for a child, or without a birth date. Sign in.")
    }

    /// Accepts the request and adds its edges.
    func accept(_ request: StoredRequest) throws {
        try connection.setState(.accepted, of: request.id)
        try connection.connect(request.sender, to: request.receiver, at: now)
        if request.kind == .friend { try connection.connect(request.receiver, to: request.sender, at: now) }
        try transaction.log(.acceptedRequest, request.id.uuid, concerning: request.sender)
    }

    /// - Throws: ``SocialError/Code/requestNotFound`` unless the request is to the viewer and in one of the states.
    private func received(_ id: ConnectionRequest.ID, in states: [ConnectionRequest.State]) throws
        -> StoredRequest
    {
        guard let request = try connection.request(id), request.receiver == viewer.id,
            states.contains(request.state.current(at: now, expiresAt: request.expiresAt))
        else { throw SocialError.requestNotFound }
        return request
    }
}

extension SocialError {
    static let friendCodeNotFound = SocialError(
        .friendCodeNotFound, "No one has this friend code. Check it, or ask for a new one.", field: "code")
}
