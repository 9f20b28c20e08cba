import Hummingbird
import Logging
import NIOCore
import Paceline
import Synchronization

/// The context of a request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The peer's address, which is the proxy's behind a reverse proxy.
    let address: ClientAddress
    /// Whether the peer runs on the server's machine.
    let isFromLoopback: Bool
    let channel: any Channel
    var requestID = ""
    let trace = RequestTrace()

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        address = ClientAddress(source.channel.remoteAddress)
        isFromLoopback = source.channel.remoteAddress?.isLoopback ?? false
        channel = source.channel
    }
}

/// Values that handlers set for middleware: for the log entry, metrics and response headers of a request, and the
/// memory and permission that it gives back at its end.
///
/// It is a class, since a thrown error cannot return these values to the middleware.
final class RequestTrace: Sendable {
    private struct State {
        var operation: String?
        var isPrivate = false
        var person: Person.ID?
        var allowance: Allowance?
        var deadline: OperationDeadline?
        var body: HeldBody?
        var ticket: AdmissionTicket?
    }

    private let state = Mutex(State())

    /// The operation id of the endpoint or page.
    var operation: String? {
        get { state.withLock { $0.operation } }
        set { state.withLock { $0.operation = newValue } }
    }

    /// Whether the operation declines, blocks or mutes a person, so that metrics must not count it by name.
    var isPrivate: Bool {
        get { state.withLock { $0.isPrivate } }
        set { state.withLock { $0.isPrivate = newValue } }
    }

    /// The person who is signed in.
    var person: Person.ID? {
        get { state.withLock { $0.person } }
        set { state.withLock { $0.person = newValue } }
    }

    /// The remaining quota of the limit that the request counts against.
    var allowance: Allowance? {
        get { state.withLock { $0.allowance } }
        set { state.withLock { $0.allowance = newValue } }
    }

    /// The deadline of the server's current operation for the request.
    var deadline: OperationDeadline? {
        get { state.withLock { $0.deadline } }
        set { state.withLock { $0.deadline = newValue } }
    }

    /// The permission to run; nil for requests that need none.
    var ticket: AdmissionTicket? {
        get { state.withLock { $0.ticket } }
        set { state.withLock { $0.ticket = newValue } }
    }

    /// The request's body, if it is in memory.
    var body: HeldBody? {
        get { state.withLock { $0.body } }
        set { state.withLock { $0.body = newValue } }
    }
}
