import Crypto
import Foundation
import Paceline
import PacelineDatabase

/// What the server stores of a command: its number, a hash of it, and its answer until the device has acknowledged it.
struct CommandReceipt: Sendable {
    let number: Int
    let fingerprint: [UInt8]
    let status: Int
    /// The body of a success, or the error of a refusal; nil if there is none, or once it is acknowledged.
    let answer: String?

    /// How long a receipt without its answer is kept, in seconds.
    static let lifetime: TimeInterval = 90 * 86_400
    /// How many receipts of a device are kept, and how many of these with their answers, even if the device does not
    /// acknowledge any. A request has at most 100 commands, and acknowledges those of the previous one.
    static let limit = 10_000
    static let answerLimit = 300
    /// From how many bytes on an answer is long. While a device receives long ones, fewer answers are kept: those to
    /// the commands of one request.
    static let longAnswer = 4_096
    /// How many devices of a person are kept: those used last.
    static let deviceLimit = 20
    /// How far a limit may be exceeded before rows are dropped, so that few requests write because of it.
    fileprivate static let slack = 100

    init(_ command: SyncCommand, _ outcome: CommandOutcome) {
        number = command.number
        fingerprint = command.fingerprint
        status = outcome.status
        answer = outcome.body?.description
    }

    init(_ command: SyncCommand, refusedFor error: SocialError, status: Int) throws {
        number = command.number
        fingerprint = command.fingerprint
        self.status = status
        answer = String(decoding: try JSONEncoder().encode(error), as: UTF8.self)
    }

    fileprivate init(_ row: inout Row) {
        number = row.next()
        fingerprint = row.next()
        status = row.next()
        answer = row.next()
    }

    static let columns: SQL = "number, fingerprint, status, answer"

    var isLong: Bool { answer.map { $0.utf8.count > Self.longAnswer } ?? false }

    /// The result to return, now and whenever the command is sent again.
    func result() throws -> CommandResult {
        guard let answer else { return CommandResult(number: number, status: status) }
        guard status >= 400 else {
            return CommandResult(number: number, status: status, body: JSONText(answer))
        }
        let problem = try JSONDecoder().decode(SocialError.self, from: Data(answer.utf8))
        return CommandResult(number: number, status: status, problem: problem)
    }
}

extension SyncCommand {
    /// A hash that identifies the command, whether or not it is to be skipped.
    var fingerprint: [UInt8] {
        var hash = SHA256()
        hash.update(data: Data("\(method) \(path)\n".utf8))
        if let body { hash.update(data: Data(body.description.utf8)) }
        return Array(hash.finalize().prefix(16))
    }
}

/// What the server knows of a device.
struct DeviceState: Sendable {
    /// Nil if it has not sent anything, or not for 90 days.
    let usedAt: Date?
    /// The number up to which the device has stored all answers.
    let acknowledged: Int
    /// The number of the first command that has a receipt; 0 if none has.
    let first: Int
    /// The number of its last command.
    let last: Int

    /// Whether to store that it was used, with a precision of one day, or to drop what exceeds the limits.
    func needsUpdate(by request: SyncRequest, at now: Date) -> Bool {
        guard let usedAt else { return !request.commands.isEmpty }
        return request.acknowledged > acknowledged || now.timeIntervalSince(usedAt) > RetentionRule.day
            || last - acknowledged > CommandReceipt.answerLimit + CommandReceipt.slack
            || last - first > CommandReceipt.limit + CommandReceipt.slack
    }

    /// - Throws: ``SocialError/Code/deviceReused`` if the request does not continue what the device sent before.
    func check(_ request: SyncRequest, known: [Int: CommandReceipt]) throws(SocialError) {
        guard request.acknowledged <= last, (request.commands.first?.number ?? 1) - 1 <= last else {
            throw .deviceReused
        }
        for command in request.commands where command.number <= last {
            guard known[command.number]?.fingerprint == command.fingerprint else { throw .deviceReused }
        }
    }
}

extension Connection {
    func state(of device: SyncDevice.ID, of person: Person.ID) throws -> DeviceState {
        let found = try fetchFirst(
            """
            SELECT acknowledged, used_at,
                (SELECT MIN(number) FROM receipts WHERE person = \(person) AND device = \(device)),
                (SELECT MAX(number) FROM receipts WHERE person = \(person) AND device = \(device))
            FROM devices
            WHERE person = \(person) AND device = \(device)
            """
        ) {
            (acknowledged: $0[0] as Int, usedAt: $0[1] as Date, first: $0[2] as Int?, last: $0[3] as Int?)
        }
        guard let found else { return DeviceState(usedAt: nil, acknowledged: 0, first: 0, last: 0) }
        return DeviceState(
            usedAt: found.usedAt, acknowledged: found.acknowledged, first: found.first ?? 0,
            last: max(found.last ?? 0, found.acknowledged))
    }

    /// The receipts of the commands that have one, by number.
    func receipts(
        of commands: [SyncCommand], from device: SyncDevice.ID, of person: Person.ID
    ) throws -> [Int: CommandReceipt] {
        guard let first = commands.first?.number, let last = commands.last?.number else { return [:] }
        let found = try fetch(
            """
            SELECT \(CommandReceipt.columns)
            FROM receipts
            WHERE person = \(person) AND device = \(device) AND number BETWEEN \(first) AND \(last)
            """
        ) { CommandReceipt(&$0) }
        return Dictionary(uniqueKeysWithValues: found.map { ($0.number, $0) })
    }

    /// Stores that the device was used, and drops the answers that it has stored, and what exceeds the limits.
    /// - Parameter state: before.
    func update(
        _ device: SyncDevice.ID, of person: Person.ID, acknowledging number: Int, _ state: DeviceState,
        at now: Date
    ) throws {
        let acknowledged = max(number, state.acknowledged)
        try send(
            """
            INSERT INTO devices (person, device, acknowledged, used_at)
            VALUES (\(person), \(device), \(acknowledged), \(now))
            ON CONFLICT (person, device) DO UPDATE
            SET used_at = excluded.used_at,
                acknowledged = CASE
                    WHEN excluded.acknowledged > devices.acknowledged THEN excluded.acknowledged
                    ELSE devices.acknowledged END
            """)
        if state.usedAt == nil { try dropDevices(of: person, besides: device) }
        if state.last - state.first > CommandReceipt.limit {
            try send(
                """
                DELETE FROM receipts
                WHERE person = \(person) AND device = \(device)
                    AND number <= \(state.last - CommandReceipt.limit)
                """)
        }
        let dropped = max(acknowledged, state.last - CommandReceipt.answerLimit)
        guard dropped > state.acknowledged else { return }
        try send(
            """
            UPDATE receipts SET answer = NULL
            WHERE person = \(person) AND device = \(device)
                AND number > \(state.acknowledged) AND number <= \(dropped) AND answer IS NOT NULL
            """)
    }

    /// Drops the devices beyond the limit, with their receipts.
    private func dropDevices(of person: Person.ID, besides device: SyncDevice.ID) throws {
        let surplus = try fetch(
            """
            SELECT device
            FROM devices
            WHERE person = \(person) AND device <> \(device)
            ORDER BY used_at DESC, device DESC
            LIMIT 100 OFFSET \(CommandReceipt.deviceLimit - 1)
            """
        ) { $0[0] as SyncDevice.ID }
        guard !surplus.isEmpty else { return }
        for table in ["receipts", "devices"] as [SQL] {
            try send("DELETE FROM \(table) WHERE person = \(person) AND device IN \(list: surplus)")
        }
    }
}

extension Transaction {
    /// - Throws: ``DatabaseError/unique(table:columns:)`` for `receipts`, at the latest at the end of the transaction,
    ///   if a concurrent request has stored a receipt for the command.
    func save(_ receipt: CommandReceipt, of device: SyncDevice.ID) throws {
        try connection.send(
            """
            INSERT INTO receipts (person, device, \(CommandReceipt.columns), at)
            VALUES (\(viewer.id), \(device), \(receipt.number), \(receipt.fingerprint), \(receipt.status),
                \(receipt.answer), \(now))
            """)
        guard receipt.isLong else { return }
        let last = receipt.number - SyncRequest.commandLimit
        // Earlier ones have no answers: see `needsUpdate(by:at:)`. Index: the primary key.
        try connection.send(
            """
            UPDATE receipts SET answer = NULL
            WHERE person = \(viewer.id) AND device = \(device)
                AND number BETWEEN \(last - CommandReceipt.answerLimit - 2 * CommandReceipt.slack)
                    AND \(last)
                AND answer IS NOT NULL
            """)
    }
}
