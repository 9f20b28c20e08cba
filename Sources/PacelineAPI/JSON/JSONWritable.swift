import Foundation
import Paceline

/// A type that writes its own JSON with a ``JSONWriter``. A test checks that it equals the `Codable` encoding.
public protocol JSONWritable {
    /// Writes the value.
    func write(to writer: inout JSONWriter)
    /// Writes a value in place, such as an array's element, without copying it.
    static func write(_ value: UnsafePointer<Self>, to writer: inout JSONWriter)
}

extension JSONWritable {
    public static func write(_ value: UnsafePointer<Self>, to writer: inout JSONWriter) {
        value.pointee.write(to: &writer)
    }

    /// Encodes the value as JSON.
    /// - Parameter capacity: the expected length in bytes, to avoid growing the buffer.
    func writtenJSON(capacity: Int = 1_024) throws -> [UInt8] {
        var writer = JSONWriter(capacity: capacity)
        write(to: &writer)
        return try writer.finish()
    }
}

extension Bool: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int64: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Double: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension String: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Date: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Identifier: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(uuid) }
}

extension Array: JSONWritable where Element: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.array(self) }
}

extension RawRepresentable<String> where Self: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(rawValue) }
}
