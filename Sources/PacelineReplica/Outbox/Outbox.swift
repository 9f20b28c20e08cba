import Paceline
import PacelineAPI

/// The commands of a device, in the order in which they were made.
///
/// A value without I/O, so that tests can run its rules without a database. The store writes ``changes``.
package struct Outbox: Sendable, Equatable {
    /// By position.
    package internal(set) var commands: [Command] = []
    /// The largest position ever used.
    package internal(set) var lastPosition: Int64 = 0
    /// The largest number ever used by this device id.
    package internal(set) var lastNumber: Int = 0
    /// The device has stored the answers up to this number, so the server may drop them.
    package internal(set) var acknowledged: Int = 0
    /// The changes since the store last wrote the outbox.
    var changes = Changes()
    /// The position of the last command on each target, so that merging need not search thousands of commands.
    private var lastOnTarget: [CommandTarget: Int64] = [:]

    /// The most commands in an outbox. Queueing another one fails.
    package static let limit = 10_000

    struct Changes: Sendable, Equatable {
        /// Positions of commands that were added, changed or removed.
        var positions: Set<Int64> = []
        var refusals: [Refusal] = []
    }

    package init() {}

    /// - Parameter commands: by position.
    init(_ commands: [Command]) {
        self.commands = commands
        for command in commands { recordLast(command) }
    }
}

extension Outbox {
    func index(of position: Int64) -> Int? {
        // A binary search, since there may be thousands.
        var low = 0
        var high = commands.count
        while low < high {
            let middle = (low + high) / 2
            if commands[middle].position < position { low = middle + 1 } else { high = middle }
        }
        return low < commands.count && commands[low].position == position ? low : nil
    }

    /// The command at the position.
    package subscript(position: Int64) -> Command? { index(of: position).map { commands[$0] } }

    /// The commands without an answer, except those that were withdrawn before the server could run them.
    package var unsent: [Command] {
        commands.filter { !$0.isAnswered && !($0.isWaiting && $0.isWithdrawn) }
    }

    mutating func update(_ position: Int64, _ change: (inout Command) -> Void) {
        guard let index = index(of: position) else { return }
        change(&commands[index])
        changes.positions.insert(position)
    }

    mutating func remove(_ positions: Set<Int64>) {
        guard !positions.isEmpty else { return }
        let targets = Set(commands.filter { positions.contains($0.position) }.flatMap(\.scope.targets))
        commands.removeAll { positions.contains($0.position) }
        changes.positions.formUnion(positions)
        for target in targets { lastOnTarget[target] = nil }
        for command in commands where !targets.isDisjoint(with: command.scope.targets) { recordLast(command) }
    }

    /// The index of the last command on the target.
    func lastIndex(on target: CommandTarget) -> Int? { lastOnTarget[target].flatMap { index(of: $0) } }

    mutating func recordLast(_ command: Command) {
        for target in command.scope.targets {
            lastOnTarget[target] = max(lastOnTarget[target] ?? 0, command.position)
        }
    }

    /// Adds a command, or collapses it with one that was never sent.
    /// - Parameters:
    ///   - madeAt: the device's time, in milliseconds since 1970.
    ///   - origin: see ``Command/origin``; the same origin is queued once.
    /// - Returns: the command that contains the request: a new one, or one that it was collapsed with.
    /// - Throws: ``SocialError/Code/limitReached`` with ``limit`` commands, ``SocialError/Code/invalidValue`` if such a
    ///   request cannot be queued.
    @discardableResult
    package mutating func append(
        _ request: QueuedRequest, lane: Command.Lane = .interactive, madeAt: Int64, origin: String? = nil
    ) throws(SocialError) -> Command {
        if let origin, let queued = commands.first(where: { $0.origin == origin }) { return queued }
        let command = try Command(
            position: lastPosition + 1, lane: lane, madeAt: madeAt, request: request, origin: origin)
        if let collapsed = try collapse(command) { return collapsed }
        guard commands.count < Self.limit else {
            throw SocialError(
                .limitReached, "\(Self.limit) changes are waiting to be sent. Connect to the server first.")
        }
        lastPosition = command.position
        commands.append(command)
        recordLast(command)
        changes.positions.insert(command.position)
        return command
    }
}
