import Foundation
import NIOCore

/// Why a server could not begin to answer, for whoever starts it.
public enum StartFailure: Error, Sendable, Equatable {
    /// Another program listens there.
    case addressInUse(host: String, port: Int)
    /// The machine has no such address.
    case addressUnknown(host: String)
    /// The system keeps the port for its administrator.
    case portNotPermitted(Int)
    /// The file holds no certificate that can be read.
    case certificate(path: String)
    /// The file holds no private key that can be read.
    case key(path: String)
}

extension StartFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .addressInUse(let host, let port): "Another program listens on \(host), port \(port)."
        case .addressUnknown(let host): "This machine has no address \(host)."
        case .portNotPermitted(let port): "Only an administrator may listen on port \(port)."
        case .certificate(let path): "\(path) holds no certificate that can be read."
        case .key(let path): "\(path) holds no private key that can be read."
        }
    }
}

extension StartFailure {
    /// - Returns: nil for what does not come from the address.
    init?(_ error: any Error, host: String, port: Int) {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            self = .addressInUse(host: host, port: port)
        case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
            self = .addressUnknown(host: host)
        case let error as IOError where error.errnoCode == EACCES: self = .portNotPermitted(port)
        case is SocketAddressError: self = .addressUnknown(host: host)
        default: return nil
        }
    }
}
