import Hummingbird
import Logging
import NIOCore
import Paceline
import Synchronization

/// What is known of a request beside what it says.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Where the connection comes from.
    let address: ClientAddress
    let channel: any Channel
    var requestID = ""
    let trace = RequestTrace()

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        address = ClientAddress(source.channel.remoteAddress)
        channel = source.channel
    }
}

/// What comes to light while a request is answered, and is told with whatever answer it gets: shared by those that the
/// request passes through, since a failure takes no values back with it.
final class RequestTrace: Sendable {
    private struct State {
        var operation: String?
        var person: Person.ID?
        var allowance: Allowance?
    }

    private let state = Mutex(State())

    /// The operation of the endpoint that answers.
    var operation: String? {
        get { state.withLock { $0.operation } }
        set { state.withLock { $0.operation = newValue } }
    }

    /// Who asks.
    var person: Person.ID? {
        get { state.withLock { $0.person } }
        set { state.withLock { $0.person = newValue } }
    }

    /// What is left of the limit that the request counts against.
    var allowance: Allowance? {
        get { state.withLock { $0.allowance } }
        set { state.withLock { $0.allowance = newValue } }
    }
}
