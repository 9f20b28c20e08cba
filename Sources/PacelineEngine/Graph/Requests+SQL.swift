import Foundation
import Paceline
import PacelineDatabase

/// A request as it is kept.
struct StoredRequest {
    let id: ConnectionRequest.ID
    let kind: ConnectionRequest.Kind
    let sender: Person.ID
    let receiver: Person.ID
    let message: String?
    let state: ConnectionRequest.State
    let rejectedAt: Date?
    let createdAt: Date
    let expiresAt: Date

    static let columns: SQL =
        "id, kind, sender, receiver, message, state, rejected_at, created_at, expires_at"

    init(_ row: inout Row) {
        id = row.next()
        kind = row.next()
        sender = row.next()
        receiver = row.next()
        message = row.next()
        state = row.next()
        rejectedAt = row.next()
        createdAt = row.next()
        expiresAt = row.next()
    }
}

extension Connection {
    func request(_ id: ConnectionRequest.ID) throws -> StoredRequest? {
        try fetchFirst("SELECT \(StoredRequest.columns) FROM requests WHERE id = \(id)", StoredRequest.init)
    }

    /// The request between the two that is not decided, as its sender sees it. Index: `requests_open`.
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

    /// When the receiver last rejected the sender, if that still holds although the request was withdrawn since.
    func lastRejection(
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
        message: String?, rejectedAt: Date?, at now: Date
    ) throws {
        // One that has expired makes room for this one.
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
                \(rejectedAt == nil ? ConnectionRequest.State.pending : .rejected), \(rejectedAt), \(now),
                \(now.addingTimeInterval(ConnectionRequest.lifetime)))
            """)
    }

    func setState(_ state: ConnectionRequest.State, of id: ConnectionRequest.ID, rejectedAt: Date? = nil)
        throws
    {
        try send(
            """
            UPDATE requests SET state = \(state), rejected_at = COALESCE(\(rejectedAt), rejected_at)
            WHERE id = \(id)
            """)
    }

    /// Marks the request to follow that is still open as accepted: the sender follows now.
    func acceptOpenRequestToFollow(from sender: Person.ID, to receiver: Person.ID) throws {
        try send(
            """
            UPDATE requests SET state = 'accepted', rejected_at = NULL
            WHERE sender = \(sender) AND receiver = \(receiver) AND kind = 'follow'
                AND state IN ('pending', 'rejected')
            """)
    }

    /// Marks what is still open between the two as accepted, and forgets rejections: they are friends now.
    func settleRequests(between one: Person.ID, and other: Person.ID) throws {
        try send(
            """
            UPDATE requests
            SET state = CASE WHEN state IN ('pending', 'rejected') THEN 'accepted' ELSE state END,
                rejected_at = NULL
            WHERE (sender = \(one) AND receiver = \(other)) OR (sender = \(other) AND receiver = \(one))
            """)
    }

    /// Rejects, silently as ever, whoever waits to follow the person.
    /// - Returns: the requests.
    func rejectRequestsToFollow(_ person: Person.ID, at now: Date) throws -> [ConnectionRequest.ID] {
        let waiting: SQL = "receiver = \(person) AND kind = 'follow' AND state = 'pending'"
        let requests = try fetch("SELECT id FROM requests WHERE \(waiting) ORDER BY id") {
            $0[0] as ConnectionRequest.ID
        }
        try send("UPDATE requests SET state = 'rejected', rejected_at = \(now) WHERE \(waiting)")
        return requests
    }

    /// Leaves no trace of requests between the two.
    func deleteRequests(between one: Person.ID, and other: Person.ID) throws {
        try send(
            """
            DELETE FROM requests
            WHERE (sender = \(one) AND receiver = \(other)) OR (sender = \(other) AND receiver = \(one))
            """)
    }
}

extension Transaction {
    /// The pending requests of the viewer, newest first, as the viewer is to see them.
    /// Index: `requests_by_receiver` or `requests_by_sender`.
    func requests(
        _ direction: ConnectionRequest.Direction, _ kind: ConnectionRequest.Kind?, _ page: PageRequest
    ) throws -> Page<StoredRequest> {
        let limit = try limit(of: page)
        let name = "requests|\(direction.rawValue)|\(kind?.rawValue ?? "")"
        let start = try start(of: page, in: name)
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
        return self.page(of: rows, limit, in: name) { Position(at: $0.createdAt, id: $0.id.uuid) }
    }

    /// The latest request that waits between the viewer and each of the people; looked for only where there is one.
    func waitingRequests(with people: [Person]) throws -> [Person.ID: ConnectionRequest] {
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

    /// The request with both people, as the viewer is to see it.
    func presenting(_ stored: [StoredRequest]) throws -> [ConnectionRequest] {
        let people = try people(stored.flatMap { [$0.sender, $0.receiver] })
        return stored.compactMap { request in
            guard let from = people[request.sender], let to = people[request.receiver] else { return nil }
            let state =
                request.sender == viewer.id
                ? request.state.asSeenBySender(on: now, expiresAt: request.expiresAt)
                : request.state.on(now, expiresAt: request.expiresAt)
            return ConnectionRequest(
                id: request.id, kind: request.kind, from: from, to: to, message: request.message,
                state: state,
                createdAt: request.createdAt, expiresAt: request.expiresAt)
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
