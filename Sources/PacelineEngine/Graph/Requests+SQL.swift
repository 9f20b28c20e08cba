import Foundation
import Paceline
import PacelineDatabase

/// A row of `requests`.
struct StoredRequest {
    let id: ConnectionRequest.ID
    let kind: ConnectionRequest.Kind
    let sender: Person.ID
    let receiver: Person.ID
    let message: String?
    let state: ConnectionRequest.State
    let declinedAt: Date?
    let createdAt: Date
    let expiresAt: Date
    /// Whether the sender knew the receiver's friend code.
    let hasCode: Bool
    /// Of the message.
    let rating: TextRating

    static let columns: SQL =
        "id, kind, sender, receiver, message, state, rejected_at, created_at, expires_at, has_code, rating"

    init(_ row: inout Row) {
        id = row.next()
        kind = row.next()
        sender = row.next()
        receiver = row.next()
        message = row.next()
        state = row.next()
        declinedAt = row.next()
        createdAt = row.next()
        expiresAt = row.next()
        hasCode = row.next()
        rating = row.next()
    }
}

extension Connection {
    func request(_ id: ConnectionRequest.ID) throws -> StoredRequest? {
        try fetchFirst("SELECT \(StoredRequest.columns) FROM requests WHERE id = \(id)", StoredRequest.init)
    }

    /// The request that the sender sees as pending: a declined one still looks pending to them.
    /// Index: `requests_open`.
    func openRequest(
        from sender: Person.ID, to receiver: Person.ID, _ kind: ConnectionRequest.Kind, at now: Date
    ) throws -> StoredRequest? {
        try fetchFirst(
            """
            SELECT \(StoredRequest.columns)
            FROM requests
            WHERE sender = \(sender) AND receiver = \(receiver) AND kind = \(kind)
                AND state IN ('pending', 'rejected') AND expires_at > \(now)
            """, StoredRequest.init)
    }

    /// Whether there is or was a request between the two, in either direction. Index: `requests_by_sender`.
    func hasRequest(between one: Person.ID, and other: Person.ID) throws -> Bool {
        try exists(
            """
            SELECT 1
            FROM requests
            WHERE sender = \(one) AND receiver = \(other) OR sender = \(other) AND receiver = \(one)
            """)
    }

    /// Whether the sender cancelled two other requests of the kind to the receiver that were sent within a day before
    /// this one: one can be a mistake. Those without a code do not count for one with a code. Index:
    /// `requests_by_sender`.
    func followsCancelledOnes(_ request: StoredRequest) throws -> Bool {
        let dayBefore = request.createdAt.addingTimeInterval(-RetentionRule.day)
        let cancelled = try fetchFirst(
            """
            SELECT COUNT(*)
            FROM requests
            WHERE sender = \(request.sender) AND receiver = \(request.receiver) AND kind = \(request.kind)
                AND state = 'cancelled' AND created_at > \(dayBefore) AND created_at <= \(request.createdAt)
                AND has_code = \(request.hasCode) AND id <> \(request.id)
            """
        ) { $0[0] as Int }
        return (cancelled ?? 0) > 1
    }

    /// The number of requests that the sender sees as pending, like ``openRequest(from:to:_:at:)``.
    ///
    /// Index: `requests_open` or `requests_by_sender`.
    /// - Parameter most: where to stop counting.
    func openRequestCount(of sender: Person.ID, upTo most: Int, at now: Date) throws -> Int {
        try fetchFirst(
            """
            SELECT COUNT(*)
            FROM (
                SELECT 1
                FROM requests
                WHERE sender = \(sender) AND state IN ('pending', 'rejected') AND expires_at > \(now)
                LIMIT \(most)) AS open_requests
            """
        ) { $0[0] as Int } ?? 0
    }

    /// When the receiver last declined a request of the sender, if that is still in force; the request may have been
    /// cancelled since.
    func lastDecline(
        of sender: Person.ID, by receiver: Person.ID, _ kind: ConnectionRequest.Kind, at now: Date
    ) throws -> Date? {
        try fetchFirst(
            """
            SELECT MAX(rejected_at)
            FROM requests
            WHERE sender = \(sender) AND receiver = \(receiver) AND kind = \(kind)
                AND rejected_at > \(now.addingTimeInterval(-ConnectionRequest.lifetime))
            """
        ) { $0[0] as Date? } ?? nil
    }

    func insert(
        _ id: ConnectionRequest.ID, _ kind: ConnectionRequest.Kind, from sender: Person.ID,
        to receiver: Person.ID,
        message: String?, _ rating: TextRating, hasCode: Bool, declinedAt: Date?, at now: Date
    ) throws {
        // An expired request would violate the unique index `requests_open`.
        try send(
            """
            UPDATE requests SET state = 'expired'
            WHERE sender = \(sender) AND receiver = \(receiver) AND kind = \(kind)
                AND state IN ('pending', 'rejected') AND expires_at <= \(now)
            """)
        try send(
            """
            INSERT INTO requests (\(StoredRequest.columns))
            VALUES (\(id), \(kind), \(sender), \(receiver), \(message),
                \(declinedAt == nil ? ConnectionRequest.State.pending : .declined), \(declinedAt), \(now),
                \(now.addingTimeInterval(ConnectionRequest.lifetime)), \(hasCode), \(rating))
            """)
        if rating.isHeld { try hold(.request, id.uuid, of: sender, at: now) }
    }

    func setState(_ state: ConnectionRequest.State, of id: ConnectionRequest.ID, declinedAt: Date? = nil)
        throws
    {
        try send(
            """
            UPDATE requests SET state = \(state), rejected_at = COALESCE(\(declinedAt), rejected_at)
            WHERE id = \(id)
            """)
    }

    /// Marks the request as one between people of whom one knew the other's friend code.
    func setHasCode(of id: ConnectionRequest.ID) throws {
        try send("UPDATE requests SET has_code = 1 WHERE id = \(id)")
    }

    /// Marks an open follow request as accepted, because the sender now follows the receiver.
    func acceptOpenRequestToFollow(from sender: Person.ID, to receiver: Person.ID) throws {
        try send(
            """
            UPDATE requests SET state = 'accepted', rejected_at = NULL
            WHERE sender = \(sender) AND receiver = \(receiver) AND kind = 'follow'
                AND state IN ('pending', 'rejected')
            """)
    }

    /// Marks open requests between the two as accepted and forgets earlier declined ones, because they are friends now.
    func settleRequests(between one: Person.ID, and other: Person.ID) throws {
        try send(
            """
            UPDATE requests
            SET state = CASE WHEN state IN ('pending', 'rejected') THEN 'accepted' ELSE state END,
                rejected_at = NULL
            WHERE (sender = \(one) AND receiver = \(other)) OR (sender = \(other) AND receiver = \(one))
            """)
    }

    /// Silently declines the pending requests that no one may send to a child: to follow them, or without the friend
    /// code. Senders of the latter can ask again with the code.
    /// - Returns: the declined requests.
    func declineRequests(toChild person: Person.ID, at now: Date) throws -> [ConnectionRequest.ID] {
        let isPending: SQL = """
            receiver = \(person) AND state = 'pending' AND (kind = 'follow' OR has_code = 0)
            """
        try send("UPDATE requests SET rejected_at = \(now) WHERE \(isPending) AND kind = 'follow'")
        return try declineRequests(where: isPending)
    }

    /// Silently declines the pending requests that were sent with the person's friend code. Their senders can ask again
    /// with a new code.
    /// - Returns: the declined requests.
    func declineRequests(withCodeOf person: Person.ID) throws -> [ConnectionRequest.ID] {
        try declineRequests(where: "receiver = \(person) AND state = 'pending' AND has_code = 1")
    }

    private func declineRequests(where conditions: SQL) throws -> [ConnectionRequest.ID] {
        let requests = try fetch("SELECT id FROM requests WHERE \(conditions) ORDER BY id") {
            $0[0] as ConnectionRequest.ID
        }
        try send("UPDATE requests SET state = 'rejected' WHERE \(conditions)")
        return requests
    }

    /// Cancels the requests that a child may not send: to follow people, or without their friend code.
    /// - Returns: the cancelled requests, as they were.
    func cancelRequests(byChild person: Person.ID, at now: Date) throws -> [StoredRequest] {
        let isOpen: SQL = """
            sender = \(person) AND state IN ('pending', 'rejected') AND expires_at > \(now)
                AND (kind = 'follow' OR has_code = 0)
            """
        let requests = try fetch(
            "SELECT \(StoredRequest.columns) FROM requests WHERE \(isOpen) ORDER BY id", StoredRequest.init)
        try send("UPDATE requests SET state = 'cancelled' WHERE \(isOpen)")
        return requests
    }

    /// Deletes all requests between the two, including decided ones.
    func deleteRequests(between one: Person.ID, and other: Person.ID) throws {
        try send(
            """
            DELETE FROM requests
            WHERE (sender = \(one) AND receiver = \(other)) OR (sender = \(other) AND receiver = \(one))
            """)
    }
}

extension Graph {
    /// The viewer's pending requests, newest first. Sent requests that were declined still count as pending.
    /// Index: `requests_by_receiver` or `requests_by_sender`.
    func requests(
        _ direction: ConnectionRequest.Direction, _ kind: ConnectionRequest.Kind?, _ page: PageRequest
    ) throws -> Page<ConnectionRequest> {
        let limit = try transaction.limit(of: page)
        let name = "requests|\(direction.rawValue)|\(kind?.rawValue ?? "")"
        let start = try transaction.start(of: page, in: name)
        let mine: SQL =
            direction == .incoming
            ? "receiver = \(viewer.id) AND state = 'pending'"
            : "sender = \(viewer.id) AND state IN ('pending', 'rejected')"
        let rows = try connection.fetch(
            """
            SELECT \(StoredRequest.columns)
            FROM requests
            WHERE \(mine)
                AND expires_at > \(now)
                \(kind.map { "AND kind = \($0)" } ?? .empty)
                \(SQL.isBefore(start, "created_at", "id"))
            ORDER BY created_at DESC, id DESC
            LIMIT \(limit + 1)
            """, StoredRequest.init)
        let found: Page<StoredRequest> = transaction.page(of: rows, limit, in: name) {
            Position(at: $0.createdAt, id: $0.id.uuid)
        }
        return Page(items: try presenting(found.items), next: found.next)
    }

    /// The latest pending request between the viewer and each person, by person.
    /// - Parameter people: must include their relationships, by which the requests are looked up.
    func pendingRequests(with people: [Person]) throws -> [Person.ID: ConnectionRequest] {
        let senders = people.filter { $0.relationship == .requestSentToMe }.map(\.id)
        let receivers = people.filter { $0.relationship == .requestSentByMe }.map(\.id)
        guard !senders.isEmpty || !receivers.isEmpty else { return [:] }
        let rows = try connection.fetch(
            """
            SELECT \(StoredRequest.columns)
            FROM requests
            WHERE ((receiver = \(viewer.id) AND sender IN \(list: senders) AND state = 'pending')
                    OR (sender = \(viewer.id) AND receiver IN \(list: receivers)
                        AND state IN ('pending', 'rejected')))
                AND expires_at > \(now)
            ORDER BY created_at DESC, id DESC
            """, StoredRequest.init)
        let requests = try presenting(rows).map { ($0.from.id == viewer.id ? $0.to.id : $0.from.id, $0) }
        return Dictionary(requests) { latest, _ in latest }
    }

    /// The requests as the viewer may see them. Requests with a hidden person are left out. Messages to minors, and to
    /// people of unknown age, are withheld.
    func presenting(_ stored: [StoredRequest]) throws -> [ConnectionRequest] {
        let people = try transaction.people(stored.flatMap { [$0.sender, $0.receiver] })
        let isReceived = stored.contains { $0.message != nil && $0.sender != viewer.id }
        let readsMessages = try isReceived && transaction.isAdult(viewer.id)
        return try stored.compactMap { request in
            guard let from = people[request.sender], let to = people[request.receiver] else { return nil }
            let isSent = request.sender == viewer.id
            let received =
                try isSent || !readsMessages ? nil : transaction.shown(request.message, request.rating)
            let state =
                isSent
                ? request.state.asSeenBySender(at: now, expiresAt: request.expiresAt)
                : request.state.current(at: now, expiresAt: request.expiresAt)
            return ConnectionRequest(
                id: request.id, kind: request.kind, from: from, to: to,
                message: isSent ? request.message : received, state: state, createdAt: request.createdAt,
                expiresAt: request.expiresAt, isWaiting: isSent && request.rating.isHeld ? true : nil)
        }
    }

    func presenting(_ id: ConnectionRequest.ID) throws -> ConnectionRequest {
        guard let stored = try connection.request(id), let request = try presenting([stored]).first else {
            throw SocialError.requestNotFound
        }
        return request
    }
}

extension SocialError {
    static let requestNotFound = SocialError(
        .requestNotFound, "There is no such request. It may have been withdrawn or have expired.")
}
