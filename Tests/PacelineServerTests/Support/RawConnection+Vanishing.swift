#if os(Linux)
    import NIOCore
    import Testing

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    extension RawConnection.Conversation {
        /// Makes the system drop all incoming packets, as if the cable were cut: nothing is received or acknowledged.
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

    /// A socket filter program in the layout of `sock_fprog`.
    private struct PacketFilter: Sendable {
        struct Instruction {
            let code: UInt16
            let offsetWhenTrue: UInt8
            let offsetWhenFalse: UInt8
            let operand: UInt32

            /// Returns 0, which drops the packet.
            static let drop = Instruction(code: 6, offsetWhenTrue: 0, offsetWhenFalse: 0, operand: 0)
        }

        let count: UInt16
        let address: UInt
    }
#endif
