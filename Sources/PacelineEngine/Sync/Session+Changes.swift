import Algorithms
import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func changes(since token: ChangeToken?, limit: Int) async throws -> ChangePage {
        try await readChanges { try $0.changes(since: token, limit: limit) }
    }

    /// Reads after the change feed has caught up with the log.
    func readChanges<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        // Notifications first: their consumer logs whose inbox it changes.
        try await engine.catchUp(NotificationConsumer()) {
            try await engine.catchUp(ChangeConsumer()) { try await read(body) }
        }
    }
}

extension Transaction {
    /// - Throws: ``SocialError/Code/invalidCursor``, ``SocialError/Code/changesExpired``.
    func check(_ token: ChangeToken) throws {
        let consumer = try connection.changeConsumerProgress()
        try consumer.check(try open(token, try connection.logEpochs()))
    }

    /// Whether the change feed includes everything that the viewer has done. On PostgreSQL, it is false while earlier
    /// transactions of others are open.
    func isSettled() throws -> Bool {
        let position = try connection.changeConsumerProgress().position
        return try !connection.exists(
            """
            SELECT 1 FROM events WHERE \(SQL.isAppended(after: position)) AND person = \(viewer.id)
            """)
    }

    func changes(since token: ChangeToken?, limit: Int) throws -> ChangePage {
        let limit = try self.limit(of: PageRequest(limit: limit))
        let epochs = try connection.logEpochs()
        let consumer = try connection.changeConsumerProgress()
        let end = ChangeCursor(after: consumer.position, since: now)
        guard let token else { return ChangePage(changes: [], next: seal(end, epochs), hasMore: false) }
        let cursor = try open(token, epochs)
        try consumer.check(cursor)
        let rows = try changes(after: cursor, upTo: end.position, limit: limit + 1)
        let page = Array(rows.prefix(limit))
        guard rows.count > limit, let last = page.last else {
            return ChangePage(
                changes: try presenting(page), next: seal(later(of: end, and: cursor), epochs), hasMore: false
            )
        }
        return ChangePage(
            changes: try presenting(page), next: seal(cursor.moved(after: last), epochs), hasMore: true)
    }

    /// Keeps tokens from moving backwards after the log position was reset.
    private func later(of end: ChangeCursor, and cursor: ChangeCursor) -> ChangeCursor {
        end.position < cursor.position ? cursor : end
    }

    private static let list = "changes"

    private func seal(_ cursor: ChangeCursor, _ epochs: LogEpochs) -> ChangeToken {
        var cursor = cursor
        cursor.position = cursor.position.inEpoch(epochs.current)
        return ChangeToken(cursors.seal(cursor.bytes, list: Self.list, viewer: viewer.id).description)
    }

    /// - Throws: ``SocialError/Code/invalidCursor``, ``SocialError/Code/changesExpired``.
    private func open(_ token: ChangeToken, _ epochs: LogEpochs) throws(SocialError) -> ChangeCursor {
        guard
            var cursor = ChangeCursor(
                bytes: try cursors.open(sealed: token.description, list: Self.list, viewer: viewer.id))
        else { throw .invalidToken }
        guard !cursor.isExpired(at: now) else { throw .changesExpired }
        guard let position = epochs.resolve(cursor.position) else { throw .changesLost }
        cursor.position = position
        return cursor
    }
}

extension ChangeCursor {
    fileprivate func moved(after change: StoredChange) -> ChangeCursor {
        var cursor = self
        cursor.position = change.position
        cursor.kind = change.kind.rawValue
        cursor.subject = change.subject
        return cursor
    }
}

/// How far the change feed has followed the log.
private struct ChangeConsumerProgress {
    let position: LogPosition
    /// The last event that it skipped after repeated failures.
    let lastParked: LogPosition?

    /// - Throws: ``SocialError/Code/changesExpired`` if a change after the cursor is missing.
    func check(_ cursor: ChangeCursor) throws(SocialError) {
        if let lastParked, cursor.position < lastParked { throw .changesMissing }
    }
}

extension Connection {
    /// The position of the change feed, and the last event that it skipped after repeated failures.
    fileprivate func changeConsumerProgress() throws -> ChangeConsumerProgress {
        try fetchFirst(
            """
            SELECT \(SQL.logPosition), parked_tx, parked_sequence
            FROM log_positions
            LEFT JOIN (
                SELECT \(SQL.logTransaction) AS parked_tx, sequence AS parked_sequence
                FROM parked_events
                WHERE follower = \(ChangeConsumer.name)
                ORDER BY tx DESC, sequence DESC
                LIMIT 1) AS parked ON 1 = 1
            WHERE name = \(ChangeConsumer.name)
            """
        ) { row in
            let position = LogPosition(&row)
            guard let transaction = row[2] as Int64?, let sequence = row[3] as Int64? else {
                return ChangeConsumerProgress(position: position, lastParked: nil)
            }
            return ChangeConsumerProgress(
                position: position, lastParked: LogPosition(transaction: transaction, sequence: sequence))
        } ?? ChangeConsumerProgress(position: .start, lastParked: nil)
    }
}

extension CursorSeal {
    fileprivate func open(
        sealed text: String, list: String, viewer: Person.ID
    ) throws(SocialError) -> [UInt8] {
        do {
            return try open(Cursor(text), list: list, viewer: viewer)
        } catch {
            throw .invalidToken
        }
    }
}

extension SocialError {
    fileprivate static let invalidToken = SocialError(
        .invalidCursor, "This token was not issued to you. Start again without a token.", field: "since")
    fileprivate static let changesExpired = SocialError(
        .changesExpired,
        "This token is older than \(ChangeToken.lifetimeInDays) days. Get a new token and reload everything.",
        field: "since")
    fileprivate static let changesMissing = SocialError(
        .changesExpired,
        "A change after this token is missing. Get a new token and reload everything.",
        field: "since")
    fileprivate static let changesLost = SocialError(
        .changesExpired,
        "The community was restored from a backup older than this token. Get a new token and reload everything.",
        field: "since")
}
