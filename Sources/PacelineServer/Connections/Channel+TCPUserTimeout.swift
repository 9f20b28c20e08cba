import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Channel {
    /// Closes the connection when sent data stays unacknowledged for the given time.
    ///
    /// A client that loses its network sends no FIN. By default the system retransmits for about 15 minutes, and the
    /// stream would stay open that long.
    /// - Parameter time: in milliseconds on Linux; rounded down to seconds elsewhere, at least one.
    /// - Throws: the system's error if it does not support the option.
    func setTCPUserTimeout(_ time: TimeAmount) throws {
        let milliseconds = max(1, time.nanoseconds / 1_000_000)
        #if canImport(Darwin)
            let (option, value) = (TCP_RXT_CONNDROPTIME, max(1, milliseconds / 1_000))
        #else
            let (option, value) = (TCP_USER_TIMEOUT, milliseconds)
        #endif
        let tcp = NIOBSDSocket.Option(rawValue: option)
        try syncOptions?.setOption(.tcpOption(tcp), value: ChannelOptions.Types.SocketOption.Value(value))
    }
}
