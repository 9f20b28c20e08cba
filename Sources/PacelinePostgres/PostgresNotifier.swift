import CPostgreSQL
import Dispatch
import PacelineDatabase

/// Sends change notifications between the servers of one database with `LISTEN` and `NOTIFY`, on its own connection.
///
/// Notifies after the commit rather than inside the transaction: PostgreSQL serializes the commits of transactions that
/// notify, so they could not share a disk sync. Notifications within a few milliseconds are coalesced.
///
/// `@unchecked Sendable` because mutable state is used only on the queue.
final class PostgresNotifier: @unchecked Sendable {
    private static let channel = "paceline"
    /// How long to coalesce notifications, and how long to wait before reconnecting.
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

    /// Notifies listeners in this process at once, and other servers after a short delay.
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

    /// Returns a stream of change notifications from this and other servers.
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
            // Listeners also poll, so nothing is lost meanwhile.
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
        // PostgreSQL does not deliver notifications sent before LISTEN, so there may have been changes.
        changeListeners.notify()
    }

    private func receive() {
        guard let handle else { return }
        guard PQconsumeInput(handle) == 1 else { return connectionLost() }
        if takeNotifications(of: handle) { changeListeners.notify() }
    }

    /// - Returns: whether a notification came from another process.
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
        // Reading the result may also have read notifications.
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
        // The socket must stay open until the source is cancelled.
        let address = Int(bitPattern: lost)
        source.setCancelHandler { PQfinish(OpaquePointer(bitPattern: address)) }
        source.cancel()
        self.source = nil
    }
}
