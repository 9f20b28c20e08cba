import Foundation
import Paceline

/// Writes JSON into a growing buffer: the server's responses and the client's requests.
///
/// Each value is followed by a comma, which the end of its object or array replaces. So the writer need not track
/// whether a value is the first.
public struct JSONWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0
    /// Set by a number that JSON cannot represent; reported by ``finish()``.
    var hasUnwritableNumber = false

    init(capacity: Int = 4_096) {
        self.capacity = max(capacity, 64)
        start = .allocate(capacity: self.capacity)
    }

    deinit {
        start.deallocate()
    }

    /// Returns the JSON without the trailing comma.
    /// - Throws: `EncodingError` if a number is not finite, like `JSONEncoder`.
    consuming func finish() throws -> [UInt8] {
        guard !hasUnwritableNumber else {
            throw EncodingError.invalidValue(
                Double.nan, .init(codingPath: [], debugDescription: "JSON has finite numbers only"))
        }
        let length = count > 0 && start[count - 1] == UInt8(ascii: ",") ? count - 1 : count
        return Array(UnsafeBufferPointer(start: start, count: length))
    }

    /// Reserves space and returns a pointer to it. After writing, call ``advance(by:)``.
    @inline(__always)
    mutating func reserve(for length: Int) -> UnsafeMutablePointer<UInt8> {
        if count + length > capacity { grow(by: length) }
        return start + count
    }

    @inline(__always)
    mutating func advance(by length: Int) { count += length }

    private mutating func grow(by length: Int) {
        let larger = max(capacity * 2, count + length)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: start, count: count)
        start.deallocate()
        (start, capacity) = (moved, larger)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(for: 1).pointee = byte
        advance(by: 1)
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        Self.copy(text.utf8Start, to: reserve(for: length), length)
        advance(by: length)
    }

    /// Copies a few bytes as two words that may overlap, which is faster than `memmove` for short names.
    @inline(__always)
    private static func copy(
        _ source: UnsafePointer<UInt8>, to destination: UnsafeMutablePointer<UInt8>, _ length: Int
    ) {
        if length > 16 || length < 4 {
            destination.update(from: source, count: length)
        } else if length >= 8 {
            copyWord(UInt64.self, source, to: destination)
            copyWord(UInt64.self, source + length - 8, to: destination + length - 8)
        } else {
            copyWord(UInt32.self, source, to: destination)
            copyWord(UInt32.self, source + length - 4, to: destination + length - 4)
        }
    }

    @inline(__always)
    private static func copyWord<Word: FixedWidthInteger & BitwiseCopyable>(
        _ type: Word.Type, _ source: UnsafePointer<UInt8>, to destination: UnsafeMutablePointer<UInt8>
    ) {
        UnsafeMutableRawPointer(destination).storeBytes(
            of: UnsafeRawPointer(source).loadUnaligned(as: type), as: type)
    }
}

extension JSONWriter {
    @inline(__always)
    mutating func beginObject() { append(UInt8(ascii: "{")) }

    @inline(__always)
    mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Writes a field; nothing if the value is nil.
    @inline(__always)
    mutating func field<Value: JSONWritable>(_ name: StaticString, _ value: Value?) {
        guard let value else { return }
        let length = name.utf8CodeUnitCount
        let destination = reserve(for: length + 3)
        destination[0] = UInt8(ascii: "\"")
        Self.copy(name.utf8Start, to: destination + 1, length)
        destination[length + 1] = UInt8(ascii: "\"")
        destination[length + 2] = UInt8(ascii: ":")
        advance(by: length + 3)
        value.write(to: &self)
    }

    mutating func field<Value: JSONWritable>(named name: String, _ value: Value) {
        self.value(name)
        // Replace the comma after the name.
        count -= 1
        append(UInt8(ascii: ":"))
        value.write(to: &self)
    }

    mutating func array<Value: JSONWritable>(_ values: [Value]) {
        append(UInt8(ascii: "["))
        values.withUnsafeBufferPointer { values in
            guard let first = values.baseAddress else { return }
            for index in 0..<values.count { Value.write(first + index, to: &self) }
        }
        end(UInt8(ascii: "]"))
    }

    @inline(__always)
    private mutating func end(_ mark: UInt8) {
        if start[count - 1] == UInt8(ascii: ",") { count -= 1 }
        let destination = reserve(for: 2)
        destination[0] = mark
        destination[1] = UInt8(ascii: ",")
        advance(by: 2)
    }
}
