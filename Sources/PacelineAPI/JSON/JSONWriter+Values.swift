import Foundation
import Paceline

extension JSONWriter {
    mutating func value(_ boolean: Bool) {
        append(boolean ? "true," : "false,")
    }

    mutating func value(_ number: Int) {
        if (0..<10).contains(number) {
            append(48 + UInt8(truncatingIfNeeded: number))
        } else {
            appendDigits(of: Int64(number))
        }
        append(UInt8(ascii: ","))
    }

    mutating func value(_ number: Int64) {
        appendDigits(of: number)
        append(UInt8(ascii: ","))
    }

    private mutating func appendDigits(of number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let length = Self.digitCount(of: rest)
        let destination = reserve(for: length)
        var end = length
        while rest >= 10 {
            let pair = UInt8(truncatingIfNeeded: rest % 100)
            rest /= 100
            end -= 2
            destination[end] = 48 + pair / 10
            destination[end + 1] = 48 + pair % 10
        }
        if end > 0 { destination[0] = 48 + UInt8(truncatingIfNeeded: rest) }
        advance(by: length)
    }

    private static func digitCount(of number: UInt64) -> Int {
        // No number has more than 20 digits.
        var (count, bound) = (1, 10 as UInt64)
        while count < 20, number >= bound { (count, bound) = (count + 1, bound &* 10) }
        return count
    }

    /// Writes the shortest text that parses to the same number.
    mutating func value(_ number: Double) {
        if abs(number) < 1e12, appendThousandths(of: number) { return }
        guard number.isFinite else {
            hasUnwritableNumber = true
            return
        }
        var text = number.description
        text.withUTF8 { bytes in
            guard let source = bytes.baseAddress else { return }
            reserve(for: bytes.count).update(from: source, count: bytes.count)
            advance(by: bytes.count)
        }
        append(UInt8(ascii: ","))
    }

    /// Writes a number with at most three decimals, as almost all measurements have; returns false if it has more.
    ///
    /// Up to 15 digits identify a double uniquely, so this is also the shortest form.
    private mutating func appendThousandths(of number: Double) -> Bool {
        let thousandths = (number * 1_000).rounded()
        guard thousandths / 1_000 == number else { return false }
        var (whole, rest) = Int64(thousandths).quotientAndRemainder(dividingBy: 1_000)
        if thousandths < 0 {
            append(UInt8(ascii: "-"))
            (whole, rest) = (-whole, -rest)
        }
        appendDigits(of: whole)
        if rest > 0 { appendDecimals(rest) }
        append(UInt8(ascii: ","))
        return true
    }

    private mutating func appendDecimals(_ thousandths: Int64) {
        let destination = reserve(for: 4)
        destination[0] = UInt8(ascii: ".")
        destination[1] = 48 + UInt8(truncatingIfNeeded: thousandths / 100)
        destination[2] = 48 + UInt8(truncatingIfNeeded: thousandths / 10 % 10)
        destination[3] = 48 + UInt8(truncatingIfNeeded: thousandths % 10)
        advance(by: thousandths % 10 > 0 ? 4 : thousandths % 100 > 0 ? 3 : 2)
    }

    mutating func value(_ instant: Date) {
        let destination = reserve(for: Timestamp.length + 3)
        destination[0] = UInt8(ascii: "\"")
        Timestamp.write(instant, to: destination + 1)
        destination[Timestamp.length + 1] = UInt8(ascii: "\"")
        destination[Timestamp.length + 2] = UInt8(ascii: ",")
        advance(by: Timestamp.length + 3)
    }

    mutating func value(_ uuid: UUID) {
        let destination = reserve(for: 39)
        destination[0] = UInt8(ascii: "\"")
        withUnsafeBytes(of: uuid.uuid) { bytes in
            let (first, second) = (Self.hexadecimal(bytes, at: 0), Self.hexadecimal(bytes, at: 4))
            let (third, fourth) = (Self.hexadecimal(bytes, at: 8), Self.hexadecimal(bytes, at: 12))
            let text = UnsafeMutableRawPointer(destination + 1)
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
        for group in 0..<4 { destination[9 + 5 * group] = UInt8(ascii: "-") }
        destination[37] = UInt8(ascii: "\"")
        destination[38] = UInt8(ascii: ",")
        advance(by: 39)
    }

    /// Converts four bytes to eight hexadecimal digits at once: spreads the nibbles over the bytes of a word, then adds
    /// the offset to the letters where a nibble is above nine.
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
    static func hexadecimal(_ digit: UInt8) -> UInt8 { digit < 10 ? 48 + digit : 87 + digit }
}
