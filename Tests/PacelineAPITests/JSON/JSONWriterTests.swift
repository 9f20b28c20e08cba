import Foundation
import Paceline
import Testing

@testable import PacelineAPI

@Suite struct JSONWriterTests {
    private func isTheSame<Value: WireValue & JSONWritable>(_ value: Value, seed: UInt64) throws {
        let written = try value.writtenJSON()
        let coded = try JSONValue(parsing: Array(try PacelineJSON.encoder.encode(value)))
        #expect(try JSONValue(parsing: written) == coded, "seed \(seed)")
        #expect(try PacelineJSON.decode(Value.self, from: written).writtenJSON() == written, "seed \(seed)")
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `the output equals the Codable encoding and decodes`(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        try isTheSame(samples.page { $0.item() }, seed: seed)
        try isTheSame(samples.page { $0.person() }, seed: seed)
        try isTheSame(samples.page { $0.workout() }, seed: seed)
        try isTheSame(samples.page { $0.comment() }, seed: seed)
        try isTheSame(samples.page { $0.kudos() }, seed: seed)
        try isTheSame(samples.item(), seed: seed)
        try isTheSame(samples.leaderboard(), seed: seed)
        try isTheSame(LiveComment(comment: samples.comment(), commentCount: samples.count()), seed: seed)
        try isTheSame(Tally(count: samples.count(), mine: samples.bool()), seed: seed)
    }

    @Test func `numbers are written in their shortest form`() throws {
        let numbers = [
            0, 1, -1, 9, 10, 0.5, 0.25, 0.125, 1.1, 112.4, 1800.005, -0.001, 1e15, 1e300,
            .leastNormalMagnitude, 1.0 / 3,
        ]
        var random = SeededRandom(seed: 7)
        let all = numbers + (0..<5_000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
        for number in all {
            let text = String(decoding: try number.writtenJSON(), as: UTF8.self)
            #expect(Double(text) == number, "\(number) is written \(text)")
            #expect(text.count <= number.description.count, "\(number) is written \(text)")
        }
        #expect(String(decoding: try 1800.005.writtenJSON(), as: UTF8.self) == "1800.005")
        #expect(String(decoding: try 20.0.writtenJSON(), as: UTF8.self) == "20")
    }

    @Test(arguments: [Int.min, -10, -1, 0, 9, 10, 99, 100, 12_345, Int.max])
    func `integers are written without a fraction`(number: Int) throws {
        #expect(String(decoding: try number.writtenJSON(), as: UTF8.self) == String(number))
    }

    @Test func `a number that is not finite is rejected, like in JSONEncoder`() {
        #expect(throws: EncodingError.self) { try Double.infinity.writtenJSON() }
        #expect(throws: EncodingError.self) { try Double.nan.writtenJSON() }
    }

    @Test func `every character survives a round trip`() throws {
        for value in 0x1...0x2FFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // The writer checks eight bytes at a time, so try every offset.
            for text in ["1234567\(scalar)89", "\(scalar)", "12\(scalar)", "123456789abcd\(scalar)f"] {
                #expect(try JSONValue(parsing: text.writtenJSON()) == .string(text))
            }
        }
    }

    @Test func `empty objects, arrays and pages are valid`() throws {
        #expect(String(decoding: try Page<Person>(items: []).json(), as: UTF8.self) == #"{"items":[]}"#)
        #expect(String(decoding: try Interval.Confidence().writtenJSON(), as: UTF8.self) == "{}")
    }

    @Test func `an identifier is written as its description`() throws {
        var random = SeededRandom(seed: 3)
        for _ in 0..<500 {
            let id = Person.ID(UUID(uuid: unsafeBitCast((random.next(), random.next()), to: uuid_t.self)))
            #expect(try JSONValue(parsing: id.writtenJSON()) == .string(id.description))
        }
    }
}
