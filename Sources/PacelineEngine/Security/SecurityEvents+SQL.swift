import Foundation
import Paceline
import PacelineDatabase

extension SecurityEventKind: SQLEnum {}

extension SecurityEventKind {
    /// Whether its events notify the account's owner. Sign-ins and wrong passwords do so only from unknown clients,
    /// ended sessions only if another one ended them, and changes of groups only if an access token made them and they
    /// concern other members.
    fileprivate var notifies: Bool {
        switch self {
        case .signedIn, .signInFailed, .signedOutEverywhere, .passwordChanged, .usernameChanged,
            .identityLinked, .identityUnlinked, .recoveryCodesCreated, .recoveryLinkCreated, .recovered,
            .tokenCreated, .emailChanged, .emailConfirmed, .birthDateSet, .birthDateCorrected, .passkeyAdded,
            .passkeyRemoved, .passkeyCopied, .sessionEnded, .restored, .roleChanged, .staffChanged,
            .staffCallRefused, .groupTransferred, .groupDeleted:
            true
        // Apps claim cards by themselves, when they merge a community of the device.
        case .signedUp, .tokenRevoked, .friendCardClaimed, .unknown: false
        }
    }
}

/// Something that a write does to the security of the viewer's account.
struct SecurityChange {
    let kind: SecurityEventKind
    /// See ``SecurityEvent/detail``.
    var detail: String?
    /// Whether the viewer is notified, if the kind is one that notifies.
    var notifies = true
    /// Whether many events of the kind let it count in one with another detail: see ``SecurityEvent``.
    var folds = true

    /// The end of the viewer's ownership of a group.
    ///
    /// A thief of an access token must not hide it among many groups that they create and delete. So if others are
    /// members, it is listed in any case, and the owner is notified if a token did it.
    static func ofGroup(
        _ kind: SecurityEventKind, titled title: String?, hasOthers: Bool, in transaction: Transaction
    ) -> SecurityChange {
        SecurityChange(
            kind: kind, detail: title, notifies: hasOthers && transaction.isForAccessToken, folds: !hasOthers)
    }
}

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
            try record(in: transaction) { transaction in
                let (value, detail) = try body(transaction)
                return (value, [SecurityChange(kind: kind, detail: detail)])
            }.value
        }
        engine.environment.securityLog(kind, viewer)
        return value
    }

    /// Runs a write that may change the security of the viewer's account, or that a thief might do, and records it.
    func writeRecorded<Value: Sendable>(
        as requirement: Requirement = .account,
        _ body: @escaping @Sendable (Transaction) throws -> (value: Value, changes: [SecurityChange])
    ) async throws -> Value {
        let (value, kinds) = try await write(as: requirement) { transaction in
            let recorded = try record(in: transaction, body)
            try command?.finish(with: recorded.value, in: transaction)
            return recorded
        }
        for kind in kinds { engine.environment.securityLog(kind, viewer) }
        return value
    }

    private func record<Value>(
        in transaction: Transaction,
        _ body: (Transaction) throws -> (value: Value, changes: [SecurityChange])
    ) throws -> (value: Value, kinds: [SecurityEventKind]) {
        // First, since the body may end the session or choose the first username. Without one there is no inbox.
        // With a stolen token, the request comes from another place than where its owner signed in.
        let origin = try engine.origin ?? sessionID.flatMap { try transaction.connection.origin(of: $0) }
        let hasInbox = try transaction.viewer.username != nil
        let (value, changes) = try body(transaction)
        for change in changes {
            try transaction.connection.record(
                change.kind, of: viewer, change.detail, from: origin, at: transaction.now,
                using: transaction.environment.random, notifies: change.notifies && hasInbox,
                folds: change.folds)
        }
        return (value, changes.map(\.kind))
    }
}

extension Transaction {
    func securityEvents(_ page: PageRequest) throws -> Page<SecurityEvent> {
        let limit = try limit(of: page)
        let start = try start(of: page, in: "security")
        let rows = try connection.fetch(
            """
            SELECT \(SecurityEvent.columns(at: now))
            FROM security_events
            WHERE person = \(viewer.id) AND at > \(now.addingTimeInterval(-SecurityEvent.lifetime))
                \(SQL.isBefore(start, "at", "id"))
            ORDER BY at DESC, id DESC
            LIMIT \(limit + 1)
            """, SecurityEvent.init)
        return self.page(of: try connection.naming(rows), limit, in: "security") {
            Position(at: $0.at, id: $0.id.uuid)
        }
    }

    /// The viewer's events with the ids.
    func securityEvents(_ ids: [SecurityEvent.ID]) throws -> [SecurityEvent.ID: SecurityEvent] {
        guard !ids.isEmpty else { return [:] }
        let events = try connection.fetch(
            """
            SELECT \(SecurityEvent.columns(at: now))
            FROM security_events
            WHERE person = \(viewer.id) AND id IN \(list: Set(ids).sorted())
            """, SecurityEvent.init)
        return Dictionary(uniqueKeysWithValues: try connection.naming(events).map { ($0.id, $0) })
    }
}

extension SecurityEvent {
    /// How long events are kept, and the networks that they came from, in seconds.
    static let lifetime = 180 * RetentionRule.day
    static let networkLifetime = 30 * RetentionRule.day

    /// Without networks that are due to be forgotten.
    fileprivate static func columns(at now: Date) -> SQL {
        """
        id, kind, at, last_at, count, detail, client_name,
            CASE WHEN at > \(now.addingTimeInterval(-networkLifetime)) THEN network END
        """
    }

    /// Wrong passwords from one client and network within this time are one event, in seconds.
    fileprivate static let failureSpan: TimeInterval = 3_600

    fileprivate init(_ row: inout Row) {
        self.init(
            id: row.next(), kind: row.next(), at: row.next(), lastAt: row.next(), count: row.next(),
            detail: row.next(), clientName: row.next(), network: row.next())
    }
}

extension Engine {
    /// Records a wrong password for a person's account.
    /// - Parameter person: nil if the username has no password. Something is written even then, so that the time
    ///   reveals nothing about it.
    func recordFailure(of person: Person.ID?, countedAs count: GuessCount) async throws {
        let now = environment.now()
        try await write { connection in
            try connection.touch(count)
            guard let person else { return }
            let isKnown = try isKnownClient(of: person, in: connection, at: now)
            // The owner sees the name. Strangers could choose one to send text to anyone, even to children.
            let shown = isKnown ? origin : SignInOrigin(network: origin?.network)
            // A thief of a device makes as many clients known as they like.
            let isTrusted = try isTrustedClient(of: person, in: connection, at: now)
            try connection.record(
                .signInFailed, of: person, nil, from: shown, at: now, using: environment.random,
                notifies: !isTrusted)
        }
        if let person { environment.securityLog(.signInFailed, person) }
    }
}

extension Connection {
    /// Stores an event, or counts it in an earlier one: see ``SecurityEvent``. Logs it if its owner is to be notified.
    /// - Parameters:
    ///   - detail: see ``SecurityEvent/detail``.
    ///   - origin: the client that it came from; nil for this program.
    ///   - notifies: whether the owner is notified, if the kind is one that notifies.
    ///   - folds: whether many events of the kind let it count in one with another detail.
    func record(
        _ kind: SecurityEventKind, of person: Person.ID, _ detail: String?, from origin: SignInOrigin?,
        at now: Date, using random: RandomSource, notifies: Bool, folds: Bool = true
    ) throws {
        let (clientName, network) = (origin?.clientName, origin?.network)
        let recent = try recentEvents(kind, of: person, at: now)
        let isFull = recent.count >= SecurityEvent.dailyLimit
        let mergedFrom = isFull ? .distantPast : now.addingTimeInterval(-SecurityEvent.failureSpan)
        let sameOrigin = recent.filter { $0.clientName == clientName && $0.network == network }
        let same = sameOrigin.first { event in
            (isFull || kind == .signInFailed) && event.at > mergedFrom && event.detail == detail
        }
        let isCrowded = folds && recent.count >= SecurityEvent.distinctDailyLimit
        let counted = same ?? (isCrowded ? sameOrigin.first ?? recent.first : nil)
        let id = counted?.id ?? .new(at: now, using: random)
        if counted != nil {
            // What the event says stays: notifications that were read lead to it.
            try send("UPDATE security_events SET count = count + 1, last_at = \(now) WHERE id = \(id)")
        } else {
            try send(
                """
                INSERT INTO security_events (id, person, kind, count, detail, client_name, network, at)
                VALUES (\(id), \(person), \(kind), 1, \(detail), \(clientName), \(network), \(now))
                """)
        }
        guard notifies, kind.notifies else { return }
        try append(
            LogEntry(kind: .securityEvent, person: person, topic: person.uuid, subject: id.uuid), at: now)
    }

    /// An event of the person.
    func securityEvent(
        _ id: SecurityEvent.ID, of person: Person.ID, at now: Date
    ) throws -> SecurityEvent? {
        try fetchFirst(
            """
            SELECT \(SecurityEvent.columns(at: now))
            FROM security_events
            WHERE id = \(id) AND person = \(person)
            """
        ) { SecurityEvent(&$0) }
    }

    /// The person's events of the kind in the last day, newest first. Index: `security_events_by_person`.
    private func recentEvents(
        _ kind: SecurityEventKind, of person: Person.ID, at now: Date
    ) throws -> [SecurityEvent] {
        try fetch(
            """
            SELECT \(SecurityEvent.columns(at: now))
            FROM security_events
            WHERE person = \(person) AND kind = \(kind) AND at > \(now.addingTimeInterval(-RetentionRule.day))
            ORDER BY at DESC, id DESC
            LIMIT \(SecurityEvent.distinctDailyLimit)
            """, SecurityEvent.init)
    }

    /// The client and the network of a session.
    fileprivate func origin(of session: SignedIn.ID) throws -> SignInOrigin? {
        try fetchFirst("SELECT client_name, network FROM sessions WHERE id = \(session)") {
            SignInOrigin(clientName: $0[0], network: $0[1])
        }
    }
}
