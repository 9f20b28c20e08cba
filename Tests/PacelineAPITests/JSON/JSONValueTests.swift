import Foundation
import Paceline
import PacelineAPI
import Testing

@Suite struct JSONValueTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test func `it parses all kinds of values`() throws {
        let value = try parse(
            #" {"a": [1, -2.5e1, true, false, null], "b": "\u0041\ud83d\ude00\n\/é", "": {}} "#)
        #expect(value == ["a": [1, .number(-25), true, false, .null], "b": "A😀\n/é", "": [:]])
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{,}", #"{"a":1,}"#, "01", "1.", ".5", "+1", "1e", "-", "1e999", "NaN",
        "Infinity", "tru",
        "nul", "'a'", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"",
        "\"\\u0000\"", "\"a\u{0}\"", "\"a\nb\"", "1 2", "{\"a\" 1}", "{1:2}", #"{"a":1,"a":2}"#, "\u{FEFF}1",
        "//",
        #"{"\u0061":1,"a":2}"#,
    ])
    func `it rejects invalid JSON and JSON that cannot be stored`(text: String) {
        #expect { try parse(text) } throws: { ($0 as? SocialError)?.code == .malformed }
    }

    @Test(
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3]] as [[UInt8]])
    func `it rejects invalid UTF-8`(bytes: [UInt8]) {
        #expect(throws: SocialError.self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
    }

    @Test func `it parses 32 levels and rejects more`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try parse(nested(32))
        #expect(throws: SocialError.self) { try parse(nested(40)) }
        #expect(throws: SocialError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `it agrees with JSONSerialization`(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        let bytes = try PacelineJSON.encoder.encode(samples.page { $0.item() })
        let value = try JSONValue(parsing: Array(bytes))
        let ours = try JSONSerialization.jsonObject(with: Data(value.text())) as? NSDictionary
        #expect(ours == (try JSONSerialization.jsonObject(with: bytes) as? NSDictionary))
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `corrupted JSON never crashes the parser`(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        var bytes = try samples.item().json()
        for _ in 0..<3 {
            bytes[Int.random(in: 0..<bytes.count, using: &samples.random)] = UInt8.random(
                in: 0...255, using: &samples.random)
        }
        do {
            let value = try JSONValue(parsing: bytes)
            _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            _ = try value.text()
        } catch let error as SocialError {
            #expect(error.code == .malformed)
        }
    }
}
