import Foundation
import Paceline
import Testing

@testable import PacelineAPI

@Suite struct JSONValueDecodingTests {
    /// `Codable` features that wire types do not use.
    private struct Unusual: Codable, Equatable {
        var nested: [String]
        var deep: [Int?]
        var name: String?
        var parent: Parent

        struct Parent: Codable, Equatable {
            var at: Date
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            let inner = try list.nestedContainer(keyedBy: Key.self)
            nested = [try inner.decode(String.self, forKey: .name)]
            var numbers = try list.nestedUnkeyedContainer()
            deep = []
            while !numbers.isAtEnd {
                deep.append(try numbers.decodeNil() ? nil : try numbers.decode(Int.self))
            }
            name = try container.decodeNil(forKey: .name) ? nil : container.decode(String.self, forKey: .name)
            parent = try Parent(from: try container.superDecoder())
        }

        enum Key: String, CodingKey { case list, name }
    }

    private func both<Value: Decodable>(
        _ type: Value.Type, _ text: String
    ) throws -> (parsed: Result<Value, SocialError>, bytes: Result<Value, SocialError>) {
        let bytes = Array(text.utf8)
        let value = try JSONValue(parsing: bytes)
        return (
            Result { () throws(SocialError) in try PacelineJSON.decode(type, from: value) },
            Result { () throws(SocialError) in try PacelineJSON.decode(type, from: bytes) }
        )
    }

    @Test(arguments: [
        #"{"list":[{"name":"é"},[1,null,-3]],"name":null,"super":{"at":"2026-11-21T06:27:33.125Z"}}"#,
        #"{"list":[{"name":"é"},[]],"name":"a","super":{"at":"2026-11-21T06:27:33+01:00"}}"#,
        #"{"list":[{"name":"é"},["a"]],"name":"a","super":{"at":"2026-11-21T06:27:33Z"}}"#,
        #"{"list":[{"name":"é"},[null]],"super":{"at":"2026-11-21T06:27:33Z"}}"#,
        #"{"list":[{"name":"é"},[]],"name":"a","super":{"at":"soon"}}"#,
        #"{"list":[{},[]],"name":"a","super":{}}"#, #"{"list":[{"name":"a"}],"super":{}}"#,
        #"{"list":{}}"#, #"{"list":[[]]}"#, "[]", "1", "null",
    ])
    func `nested containers decode as from bytes`(text: String) throws {
        let (parsed, bytes) = try both(Unusual.self, text)
        #expect(parsed == bytes)
    }

    @Test(arguments: [
        #"{"birthDate":20230230}"#, #"{"birthDate":"30. 2. 2023"}"#, #"{"birthDate":true}"#,
        #"{"birthDate":null}"#, #"{"privacyLevel":"none"}"#, #"{"bio":1}"#, #"{"bio":null}"#, "{}",
        #"{"email":["a"]}"#, #"{"birthDate":19900102}"#, "[]", "true",
    ])
    func `an account's changes decode as from bytes, or fail at the same field`(text: String) throws {
        let (parsed, bytes) = try both(AccountChanges.self, text)
        #expect(parsed == bytes)
    }

    @Test func `an error has the index of the array element`() throws {
        let interval = #"{"index":0},{"index":"a"}"#
        let draft = #""type":"rowing","title":"a","startedAt":"2026-11-21T06:27:33Z","duration":1"#
        let id = Workout.ID(UUID())
        let text = #"{"workouts":[{"id":"\#(id)",\#(draft),"detail":{"intervals":[\#(interval)]}}]}"#
        let (parsed, bytes) = try both(WorkoutBatch.self, text)
        #expect(parsed == bytes)
        #expect(throws: SocialError.self) { try parsed.get() }
        if case .failure(let error) = parsed {
            #expect(error.field == "workouts[0].detail.intervals[1].index")
        }
    }

    @Test func `dictionaries and other number types decode`() throws {
        let settings = try both(NotificationSettings.self, #"{"kinds":{"kudos":false,"heart":true}}"#)
        #expect(settings.parsed == .success(NotificationSettings([.kudos: false, .heart: true])))
        #expect(settings.parsed == settings.bytes)
        #expect(throws: SocialError.self) { try PacelineJSON.decode([UInt8].self, from: [1]) }
        #expect(throws: SocialError.self) { try PacelineJSON.decode([Float].self, from: [1]) }
    }

    @Test(arguments: [0, -1, (1 << 53) - 1, 1 - (1 << 53)])
    func `whole numbers are exact`(number: Int) throws {
        #expect(try PacelineJSON.decode([Int].self, from: [.number(Double(number))]) == [number])
    }

    @Test(arguments: [1.5, 0x1p53, -0x1p60, 1e300])
    func `fractions and inexact integers are rejected`(number: Double) {
        #expect { try PacelineJSON.decode([Int].self, from: [.number(number)]) } throws: {
            ($0 as? SocialError)?.code == .invalidValue && ($0 as? SocialError)?.field == "[0]"
        }
    }
}
