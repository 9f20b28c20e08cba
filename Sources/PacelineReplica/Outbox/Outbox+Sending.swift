import Paceline
import PacelineAPI

extension Outbox {
    /// Numbers the commands that can be sent now.
    ///
    /// These are the first command on each target. A command that requires another one's new thing waits for that one,
    /// and barriers keep their place (``CommandKind/isBarrier``).
    /// - Parameters:
    ///   - serial: the store's; values that the server sends later get a larger one.
    ///   - now: the server's time, in milliseconds since 1970; nil if it is unknown.
    /// - Returns: the commands to send, by number: first those that were sent before and not answered.
    package mutating func numberBatch(
        limit: Int = SyncRequest.commandLimit, bytes: Int = SyncRequest.byteLimit, serial: Int64, now: Int64?
    ) throws -> [Command] {
        let sent = commands.filter { $0.number != nil }.sorted { $0.number ?? 0 < $1.number ?? 0 }
        // The server may not have received these: they are sent again under the same numbers, before new ones.
        var size = try sent.reduce(0) { try $0 + $1.request.bodyText().utf8.count }
        for command in sent where command.sentAt == nil && now != nil {
            update(command.position) { $0.sentAt = now }
        }
        var batch = sent
        for position in sendable() {
            guard let index = index(of: position), batch.count < limit else { break }
            size += try commands[index].request.bodyText().utf8.count
            guard batch.isEmpty || size <= bytes else { break }
            let number = lastNumber + 1
            lastNumber = number
            update(position) {
                $0.state = .numbered(number)
                $0.serialAtSending = serial
                $0.sentAt = now
            }
            batch.append(commands[index])
        }
        return batch
    }

    /// The positions of the waiting commands that can be sent now, in the order of sending.
    private func sendable() -> [Int64] {
        let open = commands.filter { !$0.isAnswered }
        var firstOnTarget: [CommandTarget: Int64] = [:]
        var notCreated: Set<CommandTarget> = []
        for command in open {
            for target in command.scope.targets where firstOnTarget[target] == nil {
                firstOnTarget[target] = command.position
            }
            notCreated.formUnion(command.scope.creates)
        }
        func isReady(_ command: Command) -> Bool {
            !command.isWithdrawn
                && command.scope.targets.allSatisfy { firstOnTarget[$0] == command.position }
                && notCreated.isDisjoint(with: command.scope.requires)
        }
        let withdrawn = Set(open.filter(\.isWithdrawn).flatMap(\.scope.targets))
        /// Whether the command removes what a cancelled merge holds back.
        func removesWithdrawn(_ command: Command) -> Bool {
            command.kind.isRemoval && !withdrawn.isDisjoint(with: command.scope.targets)
        }
        var ready: [Int64] = []
        /// Whether an earlier command is not ready, so that the ones after it overtake it. Barriers do not.
        var isOvertaking = false
        /// The first barrier that is not ready. No command after it is sent, in any lane.
        var firstBarrier = Int64.max
        for command in open where command.lane == .interactive && command.isWaiting {
            if isReady(command), !(isOvertaking && command.kind.isBarrier) {
                ready.append(command.position)
            } else if command.kind.isBarrier {
                firstBarrier = command.position
                break
            } else if !removesWithdrawn(command) {
                isOvertaking = true
            }
        }
        for lane in [Command.Lane.history, .pictures] {
            for command in open
            where command.lane == lane && command.isWaiting && command.position < firstBarrier {
                if isReady(command) { ready.append(command.position) }
            }
        }
        return ready
    }
}
