import Foundation

extension FileHandle {
    /// What has been written at the other end, as soon as there is something; empty when it has closed.
    ///
    /// `availableData` ends the whole program when a signal interrupts the wait, as the end of a child process does.
    public func nextBytes() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = readOnce(from: fileDescriptor, &buffer)
            if count >= 0 { return Array(buffer.prefix(count)) }
            guard errno == EINTR else { return [] }
        }
    }
}

private func readOnce(from descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
    read(descriptor, &buffer, buffer.count)
}
