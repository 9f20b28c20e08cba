import Hummingbird
import Logging
import NIOCore

/// What is known of a request beside what it says.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Where the connection comes from.
    let address: String
    var requestID = ""

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        address = source.channel.remoteAddress?.ipAddress ?? "local"
    }
}
