import Foundation
import Paceline
import PacelineDatabase
import Synchronization

@testable import PacelineEngine

/// A way in which an event fails.
enum EventFault: CaseIterable {
    case undecodable, violatesConstraint, throwsError, timesOut, findsDamage

    /// Fails in the consumer's transaction.
    func happen(_ context: ConsumerContext) throws {
        switch self {
        // The row itself fails to decode.
        case .undecodable: break
        case .throwsError: throw Rejection()
        case .violatesConstraint:
            for _ in 0..<2 {
                try context.connection.send(
                    "INSERT INTO secrets (name, value) VALUES ('twice', \([UInt8]()))")
            }
        case .timesOut: try context.connection.timeOut()
        // Of one page, so that the database responds to others.
        case .findsDamage: throw DatabaseError.damaged("database disk image is malformed")
        }
    }

    struct Rejection: Error {}
}

extension Connection {
    /// Fails like a statement that times out while the database responds to others.
    fileprivate func timeOut() throws {
        switch dialect {
        case .postgres:
            try send("SET LOCAL statement_timeout = 20")
            _ = try exists("SELECT 1 FROM pg_sleep(60)")
        // SQLite has no statement timeout; this is how a stalled disk looks.
        case .sqlite: throw DatabaseError.unavailable("The disk did not respond in time.")
        }
    }
}

/// A consumer that fails at one event, after processing it.
struct FaultyConsumer: LogConsumer {
    private let base: any LogConsumer
    private let target: UUID
    private let fail: @Sendable (ConsumerContext) throws -> Void

    init(
        _ base: any LogConsumer, at target: Workout.ID,
        _ fail: @escaping @Sendable (ConsumerContext) throws -> Void
    ) {
        self.base = base
        self.target = target.uuid
        self.fail = fail
    }

    var name: String { base.name }
    var isPrompt: Bool { base.isPrompt }
    var start: LogStart { base.start }

    func consume(_ events: [LoggedEvent], _ context: ConsumerContext) throws {
        try base.consume(events, context)
        if events.contains(where: { $0.subject == target }) { try fail(context) }
    }
}
