import Foundation
import Paceline

/// What writes its own JSON with a ``JSONWriter``: the same that its `Codable` form gives, which a test holds it to.
public protocol JSONWritable {
    func write(to writer: inout JSONWriter)
    /// The same for a value that stays where it is, such as in an array: large ones are not copied first.
    static func write(_ value: UnsafePointer<Self>, to writer: inout JSONWriter)
}

extension JSONWritable {
    public static func write(_ value: UnsafePointer<Self>, to writer: inout JSONWriter) {
        value.pointee.write(to: &writer)
    }

    /// - Parameter capacity: a guess at the length, to save the buffer from growing.
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
