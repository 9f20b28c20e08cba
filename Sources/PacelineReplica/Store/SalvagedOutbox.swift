import Foundation
import Paceline
import PacelineDatabase
import Synchronization

/// The commands and refusals that could be read from a damaged store, and the things of local communities.
struct SalvagedOutbox: Sendable {
    private var meta: ReplicaMeta?
    private var commands: [Command] = []
    private var refusals: [Refusal] = []
    private var mergedThings: [MergedThing] = []
    /// Whether everything could be read.
    private(set) var isComplete = false

    init() {}

    /// - Throws: an error of the disk or of a lock, with which the file may have more than can be read now.
    init(reading database: SQLiteDatabase) async throws(DatabaseError) {
        do {
            meta = try await database.read { try ReplicaMeta.read($0) }
            // Another process that has the file open must not queue in it what no process would send. If this one is
            // killed before the new file is in place, the next one to open the old file continues.
            let ending = ReplicaMeta.Ending.replaced.rawValue
            try await database.write { _ = try $0.execute("UPDATE meta SET is_closed = \(ending)") }
        } catch {
            if let error = error as? DatabaseError, error.mayPass { throw error }
            // What cannot be read or written here is damaged. Another process cannot use it, either.
        }
        let commands = try await SalvagedRows(
            StoredCommand.columns, of: "outbox", by: ["position"], in: database
        ) {
            StoredCommand(&$0)
        } key: {
            $0.position
        }
        let refusals = try await SalvagedRows(
            StoredRefusal.columns, of: "refusals", by: ["position"], in: database
        ) {
            StoredRefusal(&$0)
        } key: {
            $0.position
        }
        let things = try await SalvagedRows(
            MergedThing.columns, of: "merged_things", by: ["merge", "thing"], in: database
        ) {
            MergedThing(&$0)
        } key: {
            $0.key
        }
        mergedThings = Array(things.rows.values)
        self.commands = commands.values { try $0.command() }.sorted { $0.position < $1.position }
        self.refusals = refusals.values { try $0.refusal() }
        isComplete =
            meta != nil && commands.areAll && refusals.areAll && things.areAll
            && self.commands.count == commands.rows.count
            && self.refusals.count == refusals.rows.count
    }

    /// What this reading of the file and a later one of its copy have found. The copy may have been made while another
    /// process wrote, so that it lacks rows.
    func merging(_ copy: SalvagedOutbox) -> SalvagedOutbox {
        var merged = copy
        merged.meta = copy.meta ?? meta
        if let meta, meta.device == copy.meta?.device {
            merged.meta?.lastNumber = max(meta.lastNumber, copy.meta?.lastNumber ?? 0)
            merged.meta?.lastPosition = max(meta.lastPosition, copy.meta?.lastPosition ?? 0)
        }
        let copied = Dictionary(uniqueKeysWithValues: copy.commands.map { ($0.position, $0) })
        let refused = Set(copy.refusals.map(\.position))
        let things = Set(copy.mergedThings.map(\.key))
        // A command that was sent since the first reading has its number only in the copy.
        let missing = commands.filter { copied[$0.position] == nil }
        merged.commands = (copy.commands + missing).sorted { $0.position < $1.position }
        merged.refusals += refusals.filter { !refused.contains($0.position) }
        merged.mergedThings += mergedThings.filter { !things.contains($0.key) }
        merged.isComplete =
            copy.isComplete && missing.isEmpty && merged.refusals.count == copy.refusals.count
            && merged.mergedThings.count == copy.mergedThings.count
        return merged
    }

    /// Puts everything into a new store.
    func restore(in transaction: inout ReplicaTransaction) throws {
        let taken = Set(commands.map(\.position))
        let refusals = refusals.filter { !taken.contains($0.position) }
        var outbox = Outbox(commands)
        outbox.changes.positions = taken
        outbox.changes.refusals = refusals
        outbox.lastPosition = max(
            meta?.lastPosition ?? 0, taken.max() ?? 0, refusals.map(\.position).max() ?? 0)
        outbox.lastNumber = meta?.lastNumber ?? 0
        outbox.acknowledged = meta?.acknowledged ?? 0
        // What is loaded from now on is newer than what commands were sent with.
        transaction.meta.serial = max(meta?.serial ?? 0, commands.compactMap(\.serialAtSending).max() ?? 0)
        transaction.meta.generation = meta?.generation ?? 0
        if let meta {
            transaction.meta.device = meta.device
        } else {
            outbox.renewDevice()
        }
        transaction.outbox = outbox
        try restoreMergedThings(in: transaction)
    }

    /// Those that could not be read are known from what would publish them.
    private func restoreMergedThings(in transaction: ReplicaTransaction) throws {
        let known =
            mergedThings + commands.flatMap { MergedThing.all(of: $0.request, from: $0.origin, nil) }
            + refusals.flatMap { MergedThing.all(of: $0.request, from: $0.origin, .refused) }
        for thing in known { try transaction.connection.insert(thing) }
    }
}

/// The rows of a table of which parts are damaged, by key.
private struct SalvagedRows<Key: Hashable & Sendable, Stored: Sendable> {
    private(set) var rows: [Key: Stored] = [:]
    /// Whether the whole table could be read.
    private(set) var areAll = false

    /// Reads from both ends, since reading stops at a damaged page.
    /// - Parameter primaryKey: its columns.
    /// - Throws: an error that may pass, unless all rows could be read.
    init(
        _ columns: SQL, of table: SQL, by primaryKey: [SQL], in database: SQLiteDatabase,
        _ read: @escaping @Sendable (inout Row) -> Stored, key: @escaping @Sendable (Stored) -> Key
    ) async throws(DatabaseError) {
        var passing: DatabaseError?
        for direction in ["ASC", "DESC"] as [SQL] where !areAll {
            let found = Mutex<[Key: Stored]>([:])
            let order = primaryKey.map { "\($0) \(direction)" as SQL }.joined(separator: ", ")
            do {
                try await database.read { connection in
                    try connection.forEachRow(
                        of: "SELECT \(columns) FROM \(table) ORDER BY \(order)"
                    ) { row in
                        let stored = read(&row)
                        found.withLock { $0[key(stored)] = stored }
                        return .next
                    }
                }
                areAll = true
            } catch {
                // The rows before the damage are in `found`.
                if let error = error as? DatabaseError, error.mayPass { passing = error }
            }
            rows.merge(found.withLock { $0 }) { $1 }
        }
        if !areAll, let passing { throw passing }
    }

    /// The values of the rows that can be decoded.
    func values<Value>(_ decode: (Stored) throws -> Value) -> [Value] {
        rows.values.compactMap { row in
            do {
                return try decode(row)
            } catch {
                return nil
            }
        }
    }
}
