import Foundation
import Paceline
import PacelineDatabase

extension SecurityEventKind: SQLEnum {}

extension Session {
    public func securityEvents(_ page: PageRequest) async throws -> Page<SecurityEvent> {
        try await read(as: .account) { try $0.securityEvents(page) }
    }

    /// Runs a write that changes how the viewer signs in, and records it.
    /// - Parameter body: also returns the event's detail.
    func write<Value: Sendable>(
        recording kind: SecurityEventKind, receipt: Receipt<Value>? = nil,
        _ body: @escaping @Sendable (Transaction) throws -> (value: Value, detail: String?)
    ) async throws -> Value {
        let value = try await write(as: .account, receipt: receipt) { transaction in
            // First, since the body may end the session.
            let origin = try sessionID.map { try transaction.connection.origin(of: $0) } ?? SignInOrigin()
            let result = try body(transaction)
            try transaction.connection.record(
                kind, of: viewer, result.detail, from: origin, at: transaction.now,
                using: transaction.environment.random)
            return result.value
        }
        engine.environment.securityLog(kind, viewer)
        return value
    }
}

extension Transaction {
    func securityEvents(_ page: PageRequest) throws -> Page<SecurityEvent> {
        let limit = try limit(of: page)
        let start = try start(of: page, in: "security")
        let rows = try connection.fetch(
            """
            SELECT id, kind, at, count, detail, client_name, network
            FROM security_events
            WHERE person = \(viewer.id) \(SQL.isBefore(start, "at", "id"))
            ORDER BY at DESC, id DESC
            LIMIT \(limit + 1)
            """
        ) { row in
            SecurityEvent(
                id: row[0], kind: row[1], at: row[2], count: row[3], detail: row[4], clientName: row[5],
                network: row[6])
        }
        return self.page(of: rows, limit, in: "security") { Position(at: $0.at, id: $0.id.uuid) }
    }
}

extension Engine {
    /// Wrong passwords within this time are one event, in seconds.
    private static let failureSpan: TimeInterval = 3_600

    /// Records a wrong password for a person's account.
    func recordFailure(of person: Person.ID) async throws {
        let now = environment.now()
        try await write { connection in
            let counted = try connection.execute(
                """
                UPDATE security_events
                SET count = count + 1
                WHERE person = \(person) AND kind = \(SecurityEventKind.signInFailed)
                    AND at > \(now.addingTimeInterval(-Self.failureSpan))
                """)
            guard counted == 0 else { return }
            try connection.record(
                .signInFailed, of: person, nil, from: origin, at: now, using: environment.random)
        }
        environment.securityLog(.signInFailed, person)
    }
}

extension Connection {
    /// - Parameters:
    ///   - detail: see ``SecurityEvent/detail``.
    ///   - origin: the client that it came from.
    func record(
        _ kind: SecurityEventKind, of person: Person.ID, _ detail: String?, from origin: SignInOrigin,
        at now: Date, using random: RandomSource
    ) throws {
        try send(
            """
            INSERT INTO security_events (id, person, kind, count, detail, client_name, network, at)
            VALUES (
                \(SecurityEvent.ID.new(at: now, using: random)), \(person), \(kind), 1, \(detail),
                \(origin.clientName), \(origin.network), \(now))
            """)
    }

    /// The client and the network of a session.
    fileprivate func origin(of session: SignedIn.ID) throws -> SignInOrigin {
        try fetchFirst("SELECT client_name, network FROM sessions WHERE id = \(session)") {
            SignInOrigin(clientName: $0[0], network: $0[1])
        } ?? SignInOrigin()
    }
}
