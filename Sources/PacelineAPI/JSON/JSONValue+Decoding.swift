import Foundation
import Paceline

extension PacelineJSON {
    /// Decodes a parsed value. A request is parsed once, for validation and for decoding.
    /// - Throws: the same errors as decoding the bytes.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from value: JSONValue
    ) throws(SocialError) -> Value {
        try namingField { try ParsedValue(value: value, parents: [], key: nil).decode(type) }
    }
}

/// A value and its coding path. It decodes like `JSONDecoder` with the strategies of ``PacelineJSON/decoder``.
private struct ParsedValue {
    let value: JSONValue
    let parents: [any CodingKey]
    /// Separate from `parents`, so that only objects and arrays have to build a path.
    let key: (any CodingKey)?

    var codingPath: [any CodingKey] { key.map { parents + [$0] } ?? parents }
    var isNull: Bool { if case .null = value { true } else { false } }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try plain(type) ?? Value(from: ParsedDecoder(self))
    }

    /// The value if it is of a JSON type or a date; nil otherwise.
    func plain<Value>(_ type: Value.Type) throws -> Value? {
        // Compare the types first: a failing cast is much slower.
        switch value {
        case .boolean(let boolean) where type == Bool.self: boolean as? Value
        case .string(let text) where type == String.self: text as? Value
        case .string(let text) where type == Date.self: try instant(text) as? Value
        case .number(let number) where type == Double.self: number as? Value
        case .number(let number) where type == Int.self: try whole(number) as Int as? Value
        case .number(let number) where type == Int64.self: try whole(number) as Int64 as? Value
        case _ where type == JSONText.self:
            JSONText(String(decoding: try value.text(), as: UTF8.self)) as? Value
        default: nil
        }
    }

    private func instant(_ text: String) throws -> Date {
        guard let date = Timestamp.date(from: text) else { throw corrupted("not an instant") }
        return date
    }

    private func whole<Number: FixedWidthInteger>(_ number: Double) throws -> Number {
        // From 2^53, the parsed value may differ from the number in the text.
        guard abs(number) < 0x1p53, let whole = Number(exactly: number) else {
            throw corrupted("not a whole number")
        }
        return whole
    }

    private func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }

    func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(
            type, DecodingError.Context(codingPath: codingPath, debugDescription: "of another type"))
    }
}

/// A class, since it is passed around as `any Decoder`.
private final class ParsedDecoder: Decoder, SingleValueDecodingContainer {
    private let parsed: ParsedValue

    init(_ parsed: ParsedValue) {
        self.parsed = parsed
    }

    var codingPath: [any CodingKey] { parsed.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = parsed.value else { throw parsed.mismatch([String: Any].self) }
        return KeyedDecodingContainer(ParsedObject(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = parsed.value else { throw parsed.mismatch([Any].self) }
        return ParsedArray(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { parsed.isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let plain = try parsed.plain(type) { return plain }
        // These types decode themselves through this container, which would recurse forever.
        guard type != Bool.self, type != String.self, type != Date.self, !(type is any Numeric.Type) else {
            throw parsed.mismatch(type)
        }
        return try Value(from: self)
    }
}

private struct ParsedObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSONValue]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }
    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try parsed(key).isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try parsed(key).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = members[key.stringValue] else { return nil }
        let parsed = ParsedValue(value: value, parents: codingPath, key: key)
        return parsed.isNull ? nil : try parsed.decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try ParsedDecoder(parsed(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ParsedDecoder(parsed(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try ParsedDecoder(parsed(PathKey("super"))) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try ParsedDecoder(parsed(key)) }

    private func parsed(_ key: any CodingKey) throws -> ParsedValue {
        guard let value = members[key.stringValue] else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "missing")
            throw DecodingError.keyNotFound(key, context)
        }
        return ParsedValue(value: value, parents: codingPath, key: key)
    }
}

private struct ParsedArray: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = try next().isNull
        if !isNull { currentIndex -= 1 }
        return isNull
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try ParsedDecoder(next()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try ParsedDecoder(next()).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try ParsedDecoder(next()) }

    private mutating func next() throws -> ParsedValue {
        let key = PathKey(currentIndex)
        guard !isAtEnd else {
            let context = DecodingError.Context(codingPath: codingPath + [key], debugDescription: "missing")
            throw DecodingError.valueNotFound(Any.self, context)
        }
        currentIndex += 1
        return ParsedValue(value: elements[currentIndex - 1], parents: codingPath, key: key)
    }
}

/// The coding key of an array element, or one of any name.
private struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) {
        (stringValue, intValue) = (String(index), index)
    }

    init(_ name: String) {
        (stringValue, intValue) = (name, nil)
    }

    init?(intValue index: Int) { self.init(index) }
    init?(stringValue name: String) { self.init(name) }
}
