import NIOCore

/// The address that rate limits count by. For IPv6 it is the /64 network, since providers assign a whole one to each
/// customer.
enum ClientAddress: Hashable, Sendable {
    case address(UInt32)
    case network(UInt64)
    /// A connection without an address, such as a local socket.
    case local

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address): self = .address(UInt32(bigEndian: address.address.sin_addr.s_addr))
        case .v6(let address): self = Self(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket, nil: self = .local
        }
    }

    /// Parses an address from a proxy's header; nil if it is not an IP address.
    init?(text: some StringProtocol) {
        do {
            self.init(try SocketAddress(ipAddress: String(text), port: 0))
        } catch {
            return nil
        }
    }

    /// The network that the list of sessions shows, such as `192.0.2.0/24`. It is coarse, so that the list is no log of
    /// addresses. Nil for a connection without an address.
    var network: String? {
        switch self {
        case .address(let address):
            "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).0/24"
        case .network(let prefix):
            [48, 32, 16].map { String(prefix >> $0 & 0xffff, radix: 16) }.joined(separator: ":") + "::/48"
        case .local: nil
        }
    }

    /// - Parameter bytes: the 16 bytes of an IPv6 address.
    private init(_ bytes: [UInt8]) {
        let isMappedIPv4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
        self =
            isMappedIPv4
            ? .address(bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
            : .network(bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}

extension SocketAddress {
    /// Whether it is an address of the machine itself: 127.0.0.0/8, also as an IPv6 address, or ::1.
    var isLoopback: Bool {
        if case .address(let address) = ClientAddress(self) { return address >> 24 == 127 }
        guard case .v6(let address) = self else { return false }
        let loopback = [UInt8](repeating: 0, count: 15) + [1]
        return withUnsafeBytes(of: address.address.sin6_addr) { $0.elementsEqual(loopback) }
    }
}
