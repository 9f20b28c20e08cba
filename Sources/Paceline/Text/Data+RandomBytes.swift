import Foundation

extension Data {
    /// Random bytes from the system's secure generator.
    package init(randomBytes count: Int) {
        var random = SystemRandomNumberGenerator()
        self.init(capacity: count + 8)
        // Eight at a time, because each number may take a system call.
        while self.count < count { Swift.withUnsafeBytes(of: random.next()) { append(contentsOf: $0) } }
        removeLast(self.count - count)
    }
}
