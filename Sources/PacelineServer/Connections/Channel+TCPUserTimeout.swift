import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Channel {
    /// Has the connection end when the other side has acknowledged nothing of what was sent for as long as this.
    ///
    /// Whoever goes into a tunnel says no goodbye. Left to itself, the system goes on sending to them for a quarter of
    /// an hour, and a stream would be kept open for nobody as long.
    /// - Parameter time: on Linux to the millisecond, elsewhere to the second and at least one.
    /// - Throws: what the system says when it does not know the option.
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
