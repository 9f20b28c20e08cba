extension JSONWriter {
    mutating func value(_ text: String) {
        append(UInt8(ascii: "\""))
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
        if isWritten == nil {
            // A string bridged from Objective-C has no contiguous UTF-8.
            var copy = text
            copy.withUTF8 { appendEscaped($0) }
        }
        append("\",")
    }

    private mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        let count = bytes.count
        // An escape has at most six bytes.
        let destination = reserve(for: count * 6)
        var (read, written) = (0, 0)
        while count - read >= 8 {
            let word = UnsafeRawPointer(source + read).loadUnaligned(as: UInt64.self)
            if Self.needsEscape(inAnyByteOf: word) {
                for index in read..<read + 8 {
                    written += Self.write(source[index], to: destination + written)
                }
            } else {
                UnsafeMutableRawPointer(destination + written).storeBytes(of: word, as: UInt64.self)
                written += 8
            }
            read += 8
        }
        if count >= 8 {
            // Write the last eight bytes at once. Those before `read` are written again, unchanged.
            let word = UnsafeRawPointer(source + count - 8).loadUnaligned(as: UInt64.self)
            if !Self.needsEscape(inAnyByteOf: word) {
                let end = written + count - read
                UnsafeMutableRawPointer(destination + end - 8).storeBytes(of: word, as: UInt64.self)
                return advance(by: end)
            }
        }
        for index in read..<count { written += Self.write(source[index], to: destination + written) }
        advance(by: written)
    }

    /// Whether any of eight bytes is a control character, a quotation mark or a backslash, by the bit trick for a zero
    /// byte in a word. It can return a false positive, which only costs time, but no false negative.
    @inline(__always)
    private static func needsEscape(inAnyByteOf word: UInt64) -> Bool {
        let (ones, highs) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let found =
            ((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        return found & highs != 0
    }

    /// Writes one byte of a string, escaped if needed, and returns the number of bytes written.
    @inline(__always)
    private static func write(_ byte: UInt8, to destination: UnsafeMutablePointer<UInt8>) -> Int {
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
            destination[0] = byte
            return 1
        }
        destination[0] = UInt8(ascii: "\\")
        guard let short = shortEscape(of: byte) else {
            destination[1] = UInt8(ascii: "u")
            destination[2] = UInt8(ascii: "0")
            destination[3] = UInt8(ascii: "0")
            destination[4] = hexadecimal(byte >> 4)
            destination[5] = hexadecimal(byte & 15)
            return 6
        }
        destination[1] = short
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
