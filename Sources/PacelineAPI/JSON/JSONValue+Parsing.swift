import Foundation
import Paceline

extension JSONValue {
    /// Parses JSON (RFC 8259) in the I-JSON profile (RFC 7493): valid UTF-8, no lone surrogates, no duplicate names and
    /// finite numbers. NUL characters are not allowed either, since PostgreSQL cannot store them.
    /// - Throws: ``SocialError/Code/malformed`` with the position of the error.
    public init(parsing bytes: [UInt8]) throws(SocialError) {
        self = try bytes.withUnsafeBufferPointer { (buffer) throws(SocialError) in
            var parser = JSONParser(bytes: buffer)
            return try parser.document()
        }
    }
}

/// A recursive-descent parser over bytes.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func document() throws(SocialError) -> JSONValue {
        let value = try value(depth: 0)
        skipWhitespace()
        guard position == bytes.count else { throw syntaxError("unexpected content after the end") }
        return value
    }

    private mutating func value(depth: Int) throws(SocialError) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw syntaxError("nested too deeply") }
        skipWhitespace()
        guard let mark = peek else { throw syntaxError("unexpected end") }
        switch mark {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), 48...57: return .number(try number())
        default: throw syntaxError("expected a value")
        }
    }

    private mutating func object(depth: Int) throws(SocialError) -> JSONValue {
        position += 1
        var members: [String: JSONValue] = [:]
        if takeAfterWhitespace("}") { return .object(members) }
        repeat {
            skipWhitespace()
            guard peek == UInt8(ascii: "\"") else { throw syntaxError("expected a name") }
            let name = try string()
            guard takeAfterWhitespace(":") else { throw syntaxError("expected a colon") }
            guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
                throw syntaxError("“\(name.prefix(64))” occurs twice")
            }
        } while takeAfterWhitespace(",")
        guard takeAfterWhitespace("}") else { throw syntaxError("expected a comma or }") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(SocialError) -> JSONValue {
        position += 1
        var elements: [JSONValue] = []
        if takeAfterWhitespace("]") { return .array(elements) }
        repeat {
            elements.append(try value(depth: depth + 1))
        } while takeAfterWhitespace(",")
        guard takeAfterWhitespace("]") else { throw syntaxError("expected a comma or ]") }
        return .array(elements)
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(SocialError) -> JSONValue {
        for byte in text.description.utf8 {
            guard peek == byte else { throw syntaxError("expected a value") }
            position += 1
        }
        return value
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipWhitespace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private mutating func takeAfterWhitespace(_ mark: Unicode.Scalar) -> Bool {
        skipWhitespace()
        return take(mark)
    }

    private func syntaxError(_ reason: String) -> SocialError {
        SocialError(.malformed, "Invalid JSON at byte \(position): \(reason).")
    }
}

extension JSONParser {
    private mutating func number() throws(SocialError) -> Double {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else { throw syntaxError("number out of range") }
        return value
    }

    private mutating func digits() throws(SocialError) {
        let start = position
        while let byte = peek, (48...57).contains(byte) { position += 1 }
        guard position > start else { throw syntaxError("expected a digit") }
    }
}

extension JSONParser {
    private mutating func string() throws(SocialError) -> String {
        position += 1
        let start = position
        while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            position += 1
        }
        if take("\"") { return try text(bytes[start..<position - 1]) }
        return try stringWithEscapes(from: start)
    }

    private mutating func stringWithEscapes(from start: Int) throws(SocialError) -> String {
        var content = Array(bytes[start..<position])
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(content)
            case UInt8(ascii: "\\"): try escape(into: &content)
            case 0..<0x20: throw syntaxError("control character in a string")
            default: content.append(byte)
            }
        }
        throw syntaxError("unterminated string")
    }

    private func text(_ content: some Collection<UInt8>) throws(SocialError) -> String {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw syntaxError("a string is not valid UTF-8")
        }
        guard !content.contains(0) else { throw syntaxError("NUL character in a string") }
        return text
    }

    private mutating func escape(into content: inout [UInt8]) throws(SocialError) {
        let mark = peek
        position += 1
        switch mark {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(mark ?? 0)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content += Array(String(Character(try escapedScalar())).utf8)
        default: throw syntaxError("invalid escape sequence")
        }
    }

    private mutating func escapedScalar() throws(SocialError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), take("\\"), take("u") else {
            throw syntaxError("lone surrogate")
        }
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw syntaxError("lone surrogate") }
        return scalar
    }

    private mutating func hexadecimal() throws(SocialError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80
            else {
                throw syntaxError("expected four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
