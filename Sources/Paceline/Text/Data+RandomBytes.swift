import Foundation

extension Data {
    /// Random bytes from the system's secure generator.
    package init(randomBytes count: Int) {
        var random = SystemRandomNumberGenerator()
        self.init(randomBytes: count, using: &random)
    }

    package init(randomBytes count: Int, using random: inout some RandomNumberGenerator) {
        self.init(capacity: count + 8)
        // Eight at a time, because each number may take a system call.
        while self.count < count {
            Swift.withUnsafeBytes(of: random.next() as UInt64) { append(contentsOf: $0) }
        }
        removeLast(self.count - count)
    }
}
