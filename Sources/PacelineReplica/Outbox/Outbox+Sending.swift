import Paceline
import PacelineAPI

extension Outbox {
    /// Numbers the commands that may be sent now.
    ///
    /// Of the commands on one target only the first is sent, and a command waits for the one that creates what it requires.
    /// Commands that change who sees what keep their place.
    /// - Parameters:
    ///   - serial: the serial of the store, which later truths exceed.
    ///   - now: the server's time, in milliseconds since 1970; nil if it is unknown.
    /// - Returns: the commands to send, by number: first those that were sent before and not answered.
    package mutating func numberBatch(
        limit: Int = SyncRequest.commandLimit, bytes: Int = SyncRequest.byteLimit, serial: Int64, now: Int64?
    ) throws -> [Command] {
        let sent = commands.filter { $0.number != nil }.sorted { $0.number ?? 0 < $1.number ?? 0 }
        // What was sent keeps its numbers, and the server may not have seen them: new ones follow.
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

    /// The positions of the waiting commands that may be sent now, in the order in which to send them.
    private func sendable() -> [Int64] {
        let open = commands.filter { !$0.isAnswered }
        var first: [CommandTarget: Int64] = [:]
        var makers: [CommandTarget: Int64] = [:]
        for command in open {
            for target in command.scope.targets where first[target] == nil {
                first[target] = command.position
            }
            for target in command.scope.creates { makers[target] = command.position }
        }
        func isReady(_ command: Command) -> Bool {
            command.scope.targets.allSatisfy { first[$0] == command.position }
                && command.scope.requires.allSatisfy { makers[$0] == nil }
        }
        var (ready, isOvertaking, end) = ([] as [Int64], false, Int64.max)
        for command in open where command.lane == .interactive && command.isWaiting {
            if isReady(command), !(isOvertaking && command.kind.isBarrier) {
                ready.append(command.position)
            } else if command.kind.isBarrier {
                end = command.position
                break
            } else {
                isOvertaking = true
            }
        }
        for lane in [Command.Lane.history, .pictures] {
            for command in open where command.lane == lane && command.isWaiting && command.position < end {
                if isReady(command) { ready.append(command.position) }
            }
        }
        return ready
    }
}
