import Foundation

extension UUID {
    /// A new id for a process that opens a store. It contains the operating system's number of the process, so that
    /// others need not wait for the end of a lease whose holder was terminated.
    /// - Parameter number: the number; by default, of this process.
    package static func storeProcess(_ number: Int32 = getpid()) -> UUID {
        var bytes = UUID().uuid
        let number = UInt32(bitPattern: number)
        func byte(_ shift: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
        (bytes.0, bytes.1, bytes.2, bytes.3) = (byte(24), byte(16), byte(8), byte(0))
        // Version 8: bytes of our own. Random ids, of version 4, name no process.
        bytes.6 = bytes.6 & 0x0F | 0x80
        return UUID(uuid: bytes)
    }

    /// Whether it is of a process that has ended. False if that is unknown, also when another process has got its number.
    var isOfEndedProcess: Bool {
        guard uuid.6 >> 4 == 8 else { return false }
        let number = [uuid.0, uuid.1, uuid.2, uuid.3].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        // Without a signal, this only asks whether the process exists.
        return kill(Int32(bitPattern: number), 0) != 0 && errno == ESRCH
    }
}
