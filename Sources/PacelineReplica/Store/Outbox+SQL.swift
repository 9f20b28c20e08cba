import Paceline
import PacelineAPI
import PacelineDatabase

extension Outbox {
    static func read(_ connection: any Connection, _ meta: ReplicaMeta) throws -> Outbox {
        let rows = try connection.fetch("SELECT \(StoredCommand.columns) FROM outbox ORDER BY position") {
            row in
            StoredCommand(&row)
        }
        var outbox = Outbox(try rows.map { try $0.command() })
        outbox.lastPosition = meta.lastPosition
        outbox.lastNumber = meta.lastNumber
        outbox.acknowledged = meta.acknowledged
        return outbox
    }

    /// Writes the commands and refusals in ``changes``.
    func write(_ connection: any Connection) throws {
        for position in changes.positions.sorted() {
            if let command = self[position] {
                try command.write(connection)
            } else {
                try connection.execute("DELETE FROM outbox WHERE position = \(position)")
            }
        }
        for refusal in changes.refusals { try refusal.write(connection) }
    }
}

/// A row of the outbox before its request is decoded.
struct StoredCommand {
    static let columns: SQL = """
        position, lane, made_at, method, path, body, state, number, base, sent_at, failures, origin
        """

    let position, lane, madeAt: Int64
    let method, path, body: String
    let state: Int64
    let number: Int?
    let base, sentAt: Int64?
    let failures: Int
    let origin: String?

    init(_ row: inout Row) {
        position = row.next()
        lane = row.next()
        madeAt = row.next()
        method = row.next()
        path = row.next()
        body = row.next()
        state = row.next()
        number = row.next()
        base = row.next()
        sentAt = row.next()
        failures = row.next()
        origin = row.next()
    }

    func command() throws -> Command {
        guard let method = HTTPMethod(rawValue: method),
            let lane = Command.Lane(rawValue: Int(truncatingIfNeeded: lane))
        else {
            throw SocialError(
                .unavailable, "A newer version of this app queued the unsent changes. Update the app.")
        }
        let state: Command.State =
            switch (state, number) {
            case (1, let number?): .numbered(number)
            case (2, let number?): .answered(number)
            default: .waiting
            }
        return try Command(
            position: position, lane: lane, madeAt: madeAt,
            request: try .stored(method, path, body), state: state, serialAtSending: base,
            sentAt: sentAt, failures: failures, origin: origin)
    }
}

extension Command {
    fileprivate func write(_ connection: any Connection) throws {
        let (state, number): (Int64, Int?) =
            switch state {
            case .waiting: (0, nil)
            case .numbered(let number): (1, number)
            case .answered(let number): (2, number)
            }
        try connection.execute(
            """
            INSERT INTO outbox (position, lane, made_at, method, path, body, state, number, base, sent_at,
                failures, origin)
            VALUES (\(position), \(lane.rawValue), \(madeAt),
                \(request.method.rawValue), \(request.path), \(try request.bodyText()), \(state), \(number),
                \(serialAtSending), \(sentAt), \(failures), \(origin))
            ON CONFLICT (position) DO UPDATE SET
                made_at = excluded.made_at, method = excluded.method,
                path = excluded.path, body = excluded.body, state = excluded.state, number = excluded.number,
                base = excluded.base, sent_at = excluded.sent_at, failures = excluded.failures
            """)
    }
}

extension Refusal {
    fileprivate func write(_ connection: any Connection) throws {
        try connection.execute(
            """
            INSERT INTO refusals (position, lane, method, path, body, origin, reason, code, message, field)
            VALUES (\(position), \(lane.rawValue), \(request.method.rawValue), \(request.path),
                \(try request.bodyText()), \(origin), \(reason.rawValue), \(error.code.rawValue),
                \(error.message), \(error.field))
            """)
        if let origin { try connection.refuseMerged(origin) }
    }

    static func readAll(_ connection: any Connection) throws -> [Refusal] {
        let rows = try connection.fetch(
            "SELECT \(StoredRefusal.columns) FROM refusals ORDER BY position LIMIT \(Outbox.limit)"
        ) { row in StoredRefusal(&row) }
        return try rows.map { try $0.refusal() }
    }
}

extension QueuedRequest {
    /// - Throws: ``DatabaseError/damaged(_:)`` if the body is not JSON.
    fileprivate static func stored(
        _ method: HTTPMethod, _ path: String, _ body: String
    ) throws(DatabaseError) -> QueuedRequest {
        do {
            return try QueuedRequest(method, path, bodyText: body)
        } catch {
            throw .damaged("A queued change is not valid JSON.")
        }
    }
}

/// A row of the refusals before its request is decoded.
struct StoredRefusal {
    static let columns: SQL = "position, method, path, body, lane, origin, reason, code, message, field"

    let position: Int64
    let method, path, body: String
    let lane: Int
    let origin: String?
    let reason, code, message: String
    let field: String?

    init(_ row: inout Row) {
        position = row.next()
        method = row.next()
        path = row.next()
        body = row.next()
        lane = row.next()
        origin = row.next()
        reason = row.next()
        code = row.next()
        message = row.next()
        field = row.next()
    }

    func refusal() throws -> Refusal {
        Refusal(
            position: position,
            request: try .stored(HTTPMethod(rawValue: method) ?? .post, path, body),
            lane: Command.Lane(rawValue: lane) ?? .interactive, origin: origin,
            reason: Refusal.Reason(rawValue: reason) ?? .refused,
            error: SocialError(SocialError.Code(rawValue: code), message, field: field))
    }
}
