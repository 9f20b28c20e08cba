import Foundation
import NIOCore

/// Why a server could not start.
public enum StartFailure: Error, Sendable, Equatable {
    /// Another program is listening on this port.
    case addressInUse(host: String, port: Int)
    /// This machine does not have the address.
    case addressUnknown(host: String)
    /// The port is reserved for administrators.
    case portNotPermitted(Int)
    /// The file is missing or is not a PEM certificate chain.
    case certificate(path: String)
    /// The file is missing or is not a PEM private key.
    case key(path: String)
}

extension StartFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .addressInUse(let host, let port): "Another program listens on \(host), port \(port)."
        case .addressUnknown(let host): "This machine has no address \(host)."
        case .portNotPermitted(let port): "Only an administrator may listen on port \(port)."
        case .certificate(let path): "\(path) contains no readable certificate."
        case .key(let path): "\(path) contains no readable private key."
        }
    }
}

extension StartFailure {
    /// The failure behind an error of the network library; nil if the error has nothing to do with the address.
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
