import Foundation
import Paceline

extension Timestamp {
    /// Parses an RFC 3339 timestamp, with an optional fraction and any offset; strict otherwise.
    /// - Returns: nil if the text is invalid. A leap second becomes the following second.
    public static func date(from text: String) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = Reader(bytes: bytes)
            return reader.instant()
        }
    }

    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        mutating func instant() -> Date? {
            guard let days = days(), take("T") || take("t"), let seconds = timeOfDay(),
                let fraction = fraction(),
                let offset = offset(), position == bytes.count
            else { return nil }
            return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds - offset) + fraction)
        }

        private mutating func days() -> Int? {
            guard let year = number(digits: 4, in: 1...9999), take("-"),
                let month = number(digits: 2, in: 1...12),
                take("-"),
                let day = number(digits: 2, in: 1...CivilDate.length(ofMonth: month, year: year))
            else { return nil }
            return CivilDate(year: year, month: month, day: day).daysSince1970
        }

        private mutating func timeOfDay() -> Int? {
            guard let hour = number(digits: 2, in: 0...23), take(":"),
                let minute = number(digits: 2, in: 0...59),
                take(":"), let second = number(digits: 2, in: 0...60)
            else { return nil }
            return hour * 3_600 + minute * 60 + second
        }

        /// The fraction of a second, up to nanoseconds; 0 if there is none, nil if it has no digits.
        private mutating func fraction() -> Double? {
            guard take(".") else { return 0 }
            let start = position
            var (value, scale) = (0, 1)
            while position < bytes.count, (48...57).contains(bytes[position]) {
                if scale < 1_000_000_000 {
                    (value, scale) = (value * 10 + Int(bytes[position]) - 48, scale * 10)
                }
                position += 1
            }
            return position > start ? Double(value) / Double(scale) : nil
        }

        private mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let sign: Int
            if take("+") {
                sign = 1
            } else if take("-") {
                sign = -1
            } else {
                return nil
            }
            guard let hours = number(digits: 2, in: 0...23), take(":"),
                let minutes = number(digits: 2, in: 0...59)
            else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }

        private mutating func take(_ mark: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
            position += 1
            return true
        }

        private mutating func number(digits: Int, in range: ClosedRange<Int>) -> Int? {
            guard position + digits <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[position..<position + digits] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte) - 48
            }
            position += digits
            return range.contains(value) ? value : nil
        }
    }
}
