#if os(Linux)
    import NIOCore
    import Testing

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    extension RawConnection.Conversation {
        /// Has the system throw away whatever comes before it looks at it, as if the cable had been cut: nothing is read
        /// here any more, and nothing acknowledged.
        func vanish() async throws {
            let socket = try #require(channel as? any SocketOptionProvider)
            let instructions = UnsafeMutablePointer<PacketFilter.Instruction>.allocate(capacity: 1)
            instructions.initialize(to: .drop)
            defer { instructions.deallocate() }
            try await socket.unsafeSetSocketOption(
                level: .socket, name: NIOBSDSocket.Option(rawValue: SO_ATTACH_FILTER),
                value: PacketFilter(count: 1, address: UInt(bitPattern: instructions))
            ).get()
        }
    }

    /// A program that says how much of a packet reaches its socket, laid out as the system reads it: `sock_fprog`.
    private struct PacketFilter: Sendable {
        struct Instruction {
            let code: UInt16
            let offsetWhenTrue: UInt8
            let offsetWhenFalse: UInt8
            let operand: UInt32

            /// Returns 0: nothing of the packet.
            static let drop = Instruction(code: 6, offsetWhenTrue: 0, offsetWhenFalse: 0, operand: 0)
        }

        let count: UInt16
        let address: UInt
    }
#endif
