import Foundation
import Paceline

/// Writes JSON by hand into one growing buffer, for the answers that are sent most.
///
/// Every value is followed by a comma, which the end of its object or array replaces: nothing has to remember whether
/// it is the first.
struct JSONWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0
    private var hasUnwritableNumber = false

    init(capacity: Int = 4_096) {
        self.capacity = max(capacity, 64)
        start = .allocate(capacity: self.capacity)
    }

    deinit {
        start.deallocate()
    }

    /// What was written, without the last comma.
    /// - Throws: `EncodingError` when a number is not finite, as `JSONEncoder` does.
    consuming func finish() throws -> [UInt8] {
        guard !hasUnwritableNumber else {
            throw EncodingError.invalidValue(
                Double.nan, .init(codingPath: [], debugDescription: "JSON has finite numbers only"))
        }
        let length = count > 0 && start[count - 1] == UInt8(ascii: ",") ? count - 1 : count
        return Array(UnsafeBufferPointer(start: start, count: length))
    }

    /// Makes room and says where: the caller writes there and then tells ``advance(by:)`` how much.
    @inline(__always)
    private mutating func room(for length: Int) -> UnsafeMutablePointer<UInt8> {
        if count + length > capacity { grow(by: length) }
        return start + count
    }

    @inline(__always)
    private mutating func advance(by length: Int) { count += length }

    private mutating func grow(by length: Int) {
        let larger = max(capacity * 2, count + length)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: start, count: count)
        start.deallocate()
        (start, capacity) = (moved, larger)
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        room(for: 1).pointee = byte
        advance(by: 1)
    }

    @inline(__always)
    private mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        Self.copy(text.utf8Start, to: room(for: length), length)
        advance(by: length)
    }

    /// Copies a few bytes as two words that may overlap: most names are so short that calling `memmove` takes longer.
    @inline(__always)
    private static func copy(
        _ source: UnsafePointer<UInt8>, to place: UnsafeMutablePointer<UInt8>, _ length: Int
    ) {
        if length > 16 || length < 4 {
            place.update(from: source, count: length)
        } else if length >= 8 {
            copyWord(UInt64.self, source, to: place)
            copyWord(UInt64.self, source + length - 8, to: place + length - 8)
        } else {
            copyWord(UInt32.self, source, to: place)
            copyWord(UInt32.self, source + length - 4, to: place + length - 4)
        }
    }

    @inline(__always)
    private static func copyWord<Word: FixedWidthInteger & BitwiseCopyable>(
        _ type: Word.Type, _ source: UnsafePointer<UInt8>, to place: UnsafeMutablePointer<UInt8>
    ) {
        UnsafeMutableRawPointer(place).storeBytes(
            of: UnsafeRawPointer(source).loadUnaligned(as: type), as: type)
    }
}

extension JSONWriter {
    @inline(__always)
    mutating func beginObject() { append(UInt8(ascii: "{")) }

    @inline(__always)
    mutating func endObject() { end(UInt8(ascii: "}")) }

    /// A name, which the value follows; nothing at all when there is no value.
    @inline(__always)
    mutating func field<Value: JSONWritable>(_ name: StaticString, _ value: Value?) {
        guard let value else { return }
        let length = name.utf8CodeUnitCount
        let place = room(for: length + 3)
        place[0] = UInt8(ascii: "\"")
        Self.copy(name.utf8Start, to: place + 1, length)
        place[length + 1] = UInt8(ascii: "\"")
        place[length + 2] = UInt8(ascii: ":")
        advance(by: length + 3)
        value.write(to: &self)
    }

    mutating func array<Value: JSONWritable>(_ values: [Value]) {
        append(UInt8(ascii: "["))
        for value in values { value.write(to: &self) }
        end(UInt8(ascii: "]"))
    }

    @inline(__always)
    private mutating func end(_ mark: UInt8) {
        if start[count - 1] == UInt8(ascii: ",") { count -= 1 }
        let place = room(for: 2)
        place[0] = mark
        place[1] = UInt8(ascii: ",")
        advance(by: 2)
    }
}

extension JSONWriter {
    mutating func value(_ boolean: Bool) {
        append(boolean ? "true," : "false,")
    }

    mutating func value(_ number: Int) {
        if (0..<10).contains(number) {
            append(48 + UInt8(truncatingIfNeeded: number))
        } else {
            appendDigits(of: number)
        }
        append(UInt8(ascii: ","))
    }

    private mutating func appendDigits(of number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let length = Self.digitCount(of: rest)
        let place = room(for: length)
        for index in stride(from: length - 1, through: 0, by: -1) {
            place[index] = 48 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        advance(by: length)
    }

    private static func digitCount(of number: UInt) -> Int {
        var (count, rest) = (1, number)
        while rest >= 10 { (count, rest) = (count + 1, rest / 10) }
        return count
    }

    /// The fewest digits that read back as the same number.
    mutating func value(_ number: Double) {
        if abs(number) < 1e12, appendThousandths(of: number) { return }
        guard number.isFinite else {
            hasUnwritableNumber = true
            return
        }
        var text = number.description
        text.withUTF8 { bytes in
            guard let source = bytes.baseAddress else { return }
            room(for: bytes.count).update(from: source, count: bytes.count)
            advance(by: bytes.count)
        }
        append(UInt8(ascii: ","))
    }

    /// Writes a number of at most three decimals, as nearly all that is measured has; false when it has more.
    ///
    /// Up to 15 digits name a double uniquely, so what divides back to the number is its shortest form.
    private mutating func appendThousandths(of number: Double) -> Bool {
        let thousandths = (number * 1_000).rounded()
        guard thousandths / 1_000 == number else { return false }
        var (whole, rest) = Int(thousandths).quotientAndRemainder(dividingBy: 1_000)
        if thousandths < 0 {
            append(UInt8(ascii: "-"))
            (whole, rest) = (-whole, -rest)
        }
        appendDigits(of: whole)
        if rest > 0 { appendDecimals(rest) }
        append(UInt8(ascii: ","))
        return true
    }

    private mutating func appendDecimals(_ thousandths: Int) {
        let place = room(for: 4)
        place[0] = UInt8(ascii: ".")
        place[1] = 48 + UInt8(truncatingIfNeeded: thousandths / 100)
        place[2] = 48 + UInt8(truncatingIfNeeded: thousandths / 10 % 10)
        place[3] = 48 + UInt8(truncatingIfNeeded: thousandths % 10)
        advance(by: thousandths % 10 > 0 ? 4 : thousandths % 100 > 0 ? 3 : 2)
    }

    mutating func value(_ instant: Date) {
        let place = room(for: Timestamp.length + 3)
        place[0] = UInt8(ascii: "\"")
        Timestamp.write(instant, to: place + 1)
        place[Timestamp.length + 1] = UInt8(ascii: "\"")
        place[Timestamp.length + 2] = UInt8(ascii: ",")
        advance(by: Timestamp.length + 3)
    }

    mutating func value(_ uuid: UUID) {
        let place = room(for: 39)
        place[0] = UInt8(ascii: "\"")
        withUnsafeBytes(of: uuid.uuid) { bytes in
            let (first, second) = (Self.hexadecimal(bytes, at: 0), Self.hexadecimal(bytes, at: 4))
            let (third, fourth) = (Self.hexadecimal(bytes, at: 8), Self.hexadecimal(bytes, at: 12))
            let text = UnsafeMutableRawPointer(place + 1)
            text.storeBytes(of: first.bigEndian, as: UInt64.self)
            text.storeBytes(
                of: UInt32(truncatingIfNeeded: second >> 32).bigEndian, toByteOffset: 9, as: UInt32.self)
            text.storeBytes(
                of: UInt32(truncatingIfNeeded: second).bigEndian, toByteOffset: 14, as: UInt32.self)
            text.storeBytes(
                of: UInt32(truncatingIfNeeded: third >> 32).bigEndian, toByteOffset: 19, as: UInt32.self)
            text.storeBytes(
                of: UInt32(truncatingIfNeeded: third).bigEndian, toByteOffset: 24, as: UInt32.self)
            text.storeBytes(of: fourth.bigEndian, toByteOffset: 28, as: UInt64.self)
        }
        for group in 0..<4 { place[9 + 5 * group] = UInt8(ascii: "-") }
        place[37] = UInt8(ascii: "\"")
        place[38] = UInt8(ascii: ",")
        advance(by: 39)
    }

    /// Four bytes as eight hexadecimal digits, all at once: the half bytes are spread over the bytes of a word, and
    /// those above nine are moved from behind the digits to the letters.
    @inline(__always)
    private static func hexadecimal(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        var spread = UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian)
        spread = (spread << 16 | spread) & 0x0000_FFFF_0000_FFFF
        spread = (spread << 8 | spread) & 0x00FF_00FF_00FF_00FF
        spread = (spread << 4 | spread) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = ((spread &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
        return spread &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
    }

    @inline(__always)
    private static func hexadecimal(_ digit: UInt8) -> UInt8 { digit < 10 ? 48 + digit : 87 + digit }
}

extension JSONWriter {
    mutating func value(_ text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { appendEscaped($0) }
        append("\",")
    }

    private mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        // Six bytes are the longest that one becomes.
        let place = room(for: bytes.count * 6)
        var (read, written) = (0, 0)
        while read < bytes.count {
            if bytes.count - read >= 8 {
                let word = UnsafeRawPointer(source + read).loadUnaligned(as: UInt64.self)
                if !Self.needsEscape(inAnyByteOf: word) {
                    UnsafeMutableRawPointer(place + written).storeBytes(of: word, as: UInt64.self)
                    (read, written) = (read + 8, written + 8)
                    continue
                }
            }
            written += Self.write(source[read], to: place + written)
            read += 1
        }
        advance(by: written)
    }

    /// Whether any of eight bytes is a control character, a quotation mark or a backslash: the classic test for a
    /// zero byte, on the word and on its differences. It may say yes without need, never no.
    @inline(__always)
    private static func needsEscape(inAnyByteOf word: UInt64) -> Bool {
        let (ones, highs) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let found =
            ((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        return found & highs != 0
    }

    /// Writes one byte of a text, escaped where JSON demands it, and says how many bytes it became.
    @inline(__always)
    private static func write(_ byte: UInt8, to place: UnsafeMutablePointer<UInt8>) -> Int {
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
            place[0] = byte
            return 1
        }
        place[0] = UInt8(ascii: "\\")
        guard let short = shortEscape(of: byte) else {
            place[1] = UInt8(ascii: "u")
            place[2] = UInt8(ascii: "0")
            place[3] = UInt8(ascii: "0")
            place[4] = hexadecimal(byte >> 4)
            place[5] = hexadecimal(byte & 15)
            return 6
        }
        place[1] = short
        return 2
    }

    private static func shortEscape(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        default: nil
        }
    }
}
