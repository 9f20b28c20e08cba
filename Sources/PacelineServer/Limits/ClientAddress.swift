import NIOCore

/// Where a request comes from, as far as it is counted: one address, or in IPv6 one network, since a single customer is
/// given all 2⁶⁴ addresses of it.
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

    /// Reads an address as a proxy writes it; nil when it is none.
    init?(text: some StringProtocol) {
        do {
            self.init(try SocketAddress(ipAddress: String(text), port: 0))
        } catch {
            return nil
        }
    }

    /// - Parameter bytes: the 16 of an IPv6 address.
    private init(_ bytes: [UInt8]) {
        let isMappedIPv4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
        self =
            isMappedIPv4
            ? .address(bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
            : .network(bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
