import CPostgreSQL
import Dispatch
import PacelineDatabase

/// Carries "there is more to see" between the servers of one database, on a connection of its own.
///
/// The message is sent after the commit and not within it: PostgreSQL lets those transactions that notify commit only
/// one after the other, and each would wait for the disk alone. Messages that come close together are sent as one.
///
/// `@unchecked`: what changes is touched on the queue alone.
final class PostgresNotifier: @unchecked Sendable {
    private static let channel = "paceline"
    /// How long to wait for others that are to be sent along, and before a lost connection is opened again.
    private static let delay = (
        batching: DispatchTimeInterval.milliseconds(5), reconnect: DispatchTimeInterval.seconds(1)
    )

    private let options: PostgresOptions
    private let queue = DispatchQueue(label: "paceline.postgres.notifications")
    private let changeListeners = ChangeListeners()
    private var handle: OpaquePointer?
    private var source: (any DispatchSourceRead)?
    private var isListening = false
    private var isSendScheduled = false
    private var isClosed = false

    init(_ options: PostgresOptions) {
        self.options = options
    }

    /// Tells everybody, here at once and elsewhere soon.
    func notify() {
        changeListeners.notify()
        queue.async { [self] in
            guard !isSendScheduled, !isClosed else { return }
            isSendScheduled = true
            queue.asyncAfter(deadline: .now() + Self.delay.batching) { [self] in
                isSendScheduled = false
                send()
            }
        }
    }

    /// A stream that tells of changes here and elsewhere.
    func listen() -> AsyncStream<Void> {
        let stream = changeListeners.listen()
        queue.async { [self] in
            guard !isListening, !isClosed else { return }
            isListening = true
            if handle == nil { connect() } else { subscribe() }
        }
        return stream
    }

    func close() async {
        changeListeners.close()
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                isClosed = true
                disconnect()
                continuation.resume()
            }
        }
    }
}

extension PostgresNotifier {
    private func send() {
        if handle == nil { connect() }
        guard let handle, !isClosed else { return }
        if !run("NOTIFY \(Self.channel)", on: handle) { connectionLost() }
    }

    private func connect() {
        guard !isClosed, handle == nil else { return }
        do {
            handle = try PostgresWire.connect(options)
        } catch {
            // Whoever waits for news looks by themselves meanwhile.
            return isListening ? reconnectLater() : ()
        }
        if isListening { subscribe() }
    }

    private func reconnectLater() {
        queue.asyncAfter(deadline: .now() + Self.delay.reconnect) { [self] in connect() }
    }

    private func subscribe() {
        guard let handle else { return }
        guard run("LISTEN \(Self.channel)", on: handle) else { return connectionLost() }
        let source = DispatchSource.makeReadSource(fileDescriptor: PQsocket(handle), queue: queue)
        source.setEventHandler { [unowned self] in receive() }
        source.resume()
        self.source = source
        // What was announced while nobody listened is not told again.
        changeListeners.notify()
    }

    private func receive() {
        guard let handle else { return }
        guard PQconsumeInput(handle) == 1 else { return connectionLost() }
        if takeNotifications(of: handle) { changeListeners.notify() }
    }

    /// - Returns: whether one of them came from another process.
    private func takeNotifications(of handle: OpaquePointer) -> Bool {
        var isFromOthers = false
        while let notification = PQnotifies(handle) {
            if notification.pointee.be_pid != PQbackendPID(handle) { isFromOthers = true }
            PQfreemem(notification)
        }
        return isFromOthers
    }

    private func run(_ command: String, on handle: OpaquePointer) -> Bool {
        let result = PQexec(handle, command)
        defer { PQclear(result) }
        // Reading the answer may have read notifications, too.
        if takeNotifications(of: handle) { changeListeners.notify() }
        return PQresultStatus(result) == PGRES_COMMAND_OK
    }

    private func connectionLost() {
        disconnect()
        if isListening { reconnectLater() }
    }

    private func disconnect() {
        guard let lost = handle else { return }
        handle = nil
        guard let source else { return PQfinish(lost) }
        // The socket is closed only when nobody looks at it any more.
        let address = Int(bitPattern: lost)
        source.setCancelHandler { PQfinish(OpaquePointer(bitPattern: address)) }
        source.cancel()
        self.source = nil
    }
}
