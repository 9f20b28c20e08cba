import Foundation

extension UUID {
    /// A new id for a process that opens a store. It contains the operating system's number of the process, so that
    /// others need not wait for the end of a lease whose holder was terminated.
    /// - Parameters:
    ///   - number: the number; by default, of this process.
    ///   - namespace: where the number is valid: containers that share a folder do not see each other's processes. Nil
    ///     if that is unknown: then the id names no process.
    package static func storeProcess(
        _ number: Int32 = getpid(), in namespace: UInt32? = processNamespace
    ) -> UUID {
        guard let namespace else { return UUID() }
        var bytes = UUID().uuid
        (bytes.0, bytes.1, bytes.2, bytes.3) = UInt32(bitPattern: number).bigEndianBytes
        (bytes.12, bytes.13, bytes.14, bytes.15) = namespace.bigEndianBytes
        // Version 8: bytes of our own. Random ids, of version 4, name no process.
        bytes.6 = bytes.6 & 0x0F | 0x80
        return UUID(uuid: bytes)
    }

    /// Whether it is of a process that has ended. False if that is unknown, also when another process has got its number.
    var isOfEndedProcess: Bool {
        let bytes = uuid
        guard bytes.6 >> 4 == 8,
            UInt32(bytes.12, bytes.13, bytes.14, bytes.15) == Self.processNamespace
        else { return false }
        let number = UInt32(bytes.0, bytes.1, bytes.2, bytes.3)
        // Without a signal, this only asks whether the process exists.
        return kill(Int32(bitPattern: number), 0) != 0 && errno == ESRCH
    }

    /// Where numbers of processes are valid; nil if that is unknown.
    package static let processNamespace: UInt32? = {
        #if canImport(Darwin)
            return 0
        #else
            do {
                // Such as `pid:[4026531836]`.
                let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
                return UInt32(link.filter { ("0"..."9").contains($0) })
            } catch {
                return nil
            }
        #endif
    }()
}

extension UInt32 {
    fileprivate var bigEndianBytes: (UInt8, UInt8, UInt8, UInt8) {
        func byte(_ shift: Int) -> UInt8 { UInt8(truncatingIfNeeded: self >> shift) }
        return (byte(24), byte(16), byte(8), byte(0))
    }

    fileprivate init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        self = [first, second, third, fourth].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
