import Foundation
import Paceline
import Testing

@testable import PacelineAPI

@Suite struct SchemaTests {
    private static let title = #""type":"rowing","startedAt":"2026-11-21T06:27:33Z","duration":420"#

    /// A passkey credential with one field of another value.
    private static func passkey(_ field: String, _ value: String) -> String {
        let names = ["credentialId", "authenticatorData", "clientDataJSON", "signature", "userHandle"]
        let fields = names.map { #""\#($0)":"\#($0 == field ? value : "AA")""# }
        return #"{"provider":"passkey",\#(fields.joined(separator: ","))}"#
    }

    /// An invalid body, its error code and the invalid field.
    struct Rejection: Sendable, CustomTestStringConvertible {
        let read: @Sendable () throws -> Void
        let code: SocialError.Code
        let field: String?
        let testDescription: String

        init<Body: WireValue>(_ type: Body.Type, _ body: String, _ code: SocialError.Code, _ field: String?) {
            read = { _ = try Body.read(Array(body.utf8), contentType: "application/json") }
            (self.code, self.field, testDescription) = (code, field, body)
        }
    }

    @Test(
        "The message of a text that is too long names the limit in force, in characters",
        arguments: [
            TextRule.displayName, .bio, .fullName, .requestMessage, .comment, .workoutTitle, .workoutSource,
            .workoutNotes, .groupTitle, .exercise,
        ])
    func textLimits(rule: TextRule) throws {
        let most = rule.length.upperBound
        let schema = JSONSchema.text(rule)
        // The rule itself counts characters; the schema rejects only what no rule could accept.
        for text in [String(repeating: "a", count: most + 1), String(repeating: "e\u{301}", count: most)] {
            try schema.validate(.string(text))
        }
        let error = #expect(throws: SocialError.self) {
            try schema.validate(.string(String(repeating: "a", count: most * 8 + 1)))
        }
        #expect(error?.message.contains("\(most) characters") == true, "\(error?.message ?? "")")
        let ruleError = #expect(throws: SocialError.self) {
            try rule.check(String(repeating: "a", count: most + 1))
        }
        #expect(ruleError?.message.contains("\(most) characters") == true)
    }

    @Test(arguments: [
        Rejection(CommentDraft.self, "{}", .malformed, "text"),
        Rejection(CommentDraft.self, "[]", .malformed, nil),
        Rejection(CommentDraft.self, "", .malformed, nil),
        Rejection(CommentDraft.self, #"{"text":1}"#, .malformed, "text"),
        Rejection(CommentDraft.self, #"{"text":null}"#, .malformed, "text"),
        Rejection(CommentDraft.self, #"{"text":""}"#, .invalidValue, "text"),
        Rejection(CommentDraft.self, #"{"text":"a","parent":"x"}"#, .invalidValue, "parent"),
        Rejection(CommentDraft.self, #"{"text":"a","colour":"red"}"#, .malformed, "colour"),
        Rejection(WorkoutDraft.self, "{\(title)}", .malformed, "title"),
        Rejection(
            WorkoutDraft.self, #"{\#(title),"title":"a","intensityZone":6}"#, .invalidValue, "intensityZone"),
        Rejection(
            WorkoutDraft.self, #"{\#(title),"title":"a","intensityZone":1.5}"#, .malformed, "intensityZone"),
        Rejection(WorkoutDraft.self, #"{\#(title),"title":"a","distance":-1}"#, .invalidValue, "distance"),
        Rejection(
            WorkoutDraft.self, #"{\#(title),"title":"a","visibility":"all"}"#, .invalidValue, "visibility"),
        Rejection(WorkoutDraft.self, #"{\#(title),"title":"a","endedAt":"soon"}"#, .invalidValue, "endedAt"),
        Rejection(
            WorkoutDraft.self, #"{\#(title),"title":"a","detail":{"intervals":[{"index":0},{"index":-1}]}}"#,
            .invalidValue, "detail.intervals[1].index"),
        Rejection(
            WorkoutBatch.self, #"{"workouts":[{\#(title),"title":"a"}]}"#, .malformed, "workouts[0].id"),
        Rejection(Credential.self, #"{"provider":"password","username":"a"}"#, .malformed, "password"),
        Rejection(Credential.self, #"{"provider":"device","secret":"short"}"#, .invalidValue, "secret"),
        Rejection(Credential.self, #"{"provider":"apple","nonce":"a"}"#, .malformed, "identityToken"),
        Rejection(SignInBody.self, #"{"provider":"password","username":"a"}"#, .malformed, "password"),
        Rejection(
            SignInBody.self, #"{"provider":"device","secret":"short","birthDate":20000101}"#, .invalidValue,
            "secret"),
        Rejection(
            SignInBody.self, #"{"provider":"apple","identityToken":"a","nonce":"a","birthDate":20000230}"#,
            .invalidValue, "birthDate"),
        Rejection(SignInBody.self, #"{"provider":"passkey","signature":"AA"}"#, .malformed, "credentialId"),
        Rejection(
            SignInBody.self, Self.passkey("clientDataJSON", "A"), .invalidValue, "clientDataJSON"),
        Rejection(
            SignInBody.self, Self.passkey("clientDataJSON", "A+=="), .invalidValue, "clientDataJSON"),
        Rejection(SignInBody.self, Self.passkey("userHandle", ""), .invalidValue, "userHandle"),
        Rejection(
            SignInBody.self, Self.passkey("signature", String(repeating: "A", count: 1_367)), .invalidValue,
            "signature"),
        Rejection(RequestBody.self, #"{"kind":"friend","to":"bor"}"#, .invalidValue, "to"),
        Rejection(UsernameBody.self, #"{"username":"Ana"}"#, .usernameInvalid, "username"),
        Rejection(AccountChanges.self, #"{"birthDate":20230230}"#, .invalidValue, "birthDate"),
        Rejection(AccountChanges.self, #"{"birthDate":"30. 2. 2023"}"#, .invalidValue, "birthDate"),
        Rejection(AccountChanges.self, #"{"birthDate":true}"#, .malformed, "birthDate"),
    ])
    func `an invalid body is rejected with code and field`(rejection: Rejection) {
        expect(rejection) { try rejection.read() }
    }

    @Test(arguments: [
        (#"{"kind":"friend"}"#, "to"), (#"{"kind":"friend","code":"ABC234","to":"me"}"#, "code"),
    ])
    func `a request names its recipient once`(body: String, field: String) throws {
        let body = try RequestBody.read(Array(body.utf8), contentType: "application/json")
        #expect { try body.draft() } throws: {
            ($0 as? SocialError)?.code == .invalidValue && ($0 as? SocialError)?.field == field
        }
    }

    private func expect(_ rejection: Rejection, _ read: () throws -> Void) {
        #expect { try read() } throws: { error in
            let error = error as? SocialError
            return error?.code == rejection.code && error?.field == rejection.field
        }
    }

    @Test(arguments: ["19900102", "\"19900102\"", "\"1990-01-02\"", "19900102.0", "1.9900102e7"])
    func `a day is decoded from each form`(day: String) throws {
        let body = Array("{\"birthDate\":\(day)}".utf8)
        let changes = try AccountChanges.read(body, contentType: "application/json; charset=utf-8")
        #expect(changes.birthDate == Day(number: 19_900_102))
    }

    @Test func `an integer without a limit has none in the document, whatever the width of Int`() {
        #expect(JSONSchema.integer(0...Int.max).document == ["type": "integer", "minimum": 0])
        #expect(JSONSchema.integer(Int.min...Int.max).document == ["type": "integer"])
        // The largest value on a watch is a limit like any other.
        #expect(JSONSchema.integer(1...2_147_483_647).document["maximum"] == 2_147_483_647)
    }

    @Test func `an optional body can be absent`() throws {
        #expect(try FollowBody.read([], contentType: nil) == FollowBody())
        #expect(throws: SocialError.self) { try CommentDraft.read([], contentType: nil) }
    }

    @Test(arguments: [nil, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
    func `another content type is rejected`(type: String?) {
        #expect { try CommentDraft.read(Array(#"{"text":"a"}"#.utf8), contentType: type) } throws: {
            ($0 as? SocialError)?.code == .unsupportedMediaType
        }
    }

    @Test func `a body that is too large is rejected before parsing`() {
        let bytes = [UInt8](repeating: 0x20, count: CommentDraft.largestByteCount + 1)
        #expect { try CommentDraft.read(bytes, contentType: "application/json") } throws: {
            ($0 as? SocialError)?.code == .tooLarge
        }
        #expect {
            try ImageBytes.read([UInt8](repeating: 0, count: 15_728_641), contentType: "image/png")
        } throws: {
            ($0 as? SocialError)?.code == .tooLarge
        }
    }

    @Test(arguments: [
        "20261121", "2026-11-21", "202611211", "2026-1121",
        "２０２６1121",
        "ana", "an", "1ana", "ana_1", "Ana", "rowing",
        "openWaterSwimming", "me", "@ana", "@", "ana\n", "",
        "0190163d-8694-739b-aea5-966c26f8ad91", "0190163d8694739baea5966c26f8ad91",
        "aA0-_zZaA0-_zZaA0-_zZaA0-_zZaA0-_zZaA0-_zZb",
        "aA0-_zZaA0-_zZaA0-_zZaA0-_zZaA0-_zZaA0-_zZb=", "a", "aA", "aA0", "aA0-_", "aA0=", "aA0+", "aA0/",
        "⬛🟨🟩", "⬛\u{FE0F}⬜\u{FE0F}\n🟠🟫\n💡🕯", "⚪⚫✅❌⬛⬜⭐🔴🔵\n🟠🟡🟢🟣🟤🟥🟦🟧🟨🟩🟪🟫💡",
        "\"1795242453125\"", "\"-17.db79b676dabded17ba019886\"", "\"17.DB79B676DABDED17BA019886\"",
        "\"17.db79\"", "\"17.\"", "\".\"", "17",
        "🟩🟩\n", "\n🟩", "\u{FE0F}🟩", "🟩🎉", "🟩 🟩",
        String(repeating: "🟩", count: 17), String(repeating: "🟩\n", count: 12) + "🟩",
        String(repeating: "🟩\n", count: 11) + String(repeating: "🟪", count: 16),
    ])
    func `each pattern agrees with its regular expression`(text: String) throws {
        for pattern in [
            Pattern.day, .username, .workoutType, .personReference, .deviceSecret, .base64URL, .puzzleGrid,
            .entityTag,
        ] {
            // In Foundation, `$` also matches before a final line break; in ECMA-262 it does not.
            let expression = try Regex(pattern.expression.dropLast().description + #"\z"#).asciiOnlyDigits()
                .matchingSemantics(.unicodeScalar)
            #expect(
                pattern.accepts(text) == (text.firstMatch(of: expression) != nil), "\(pattern.expression)")
        }
    }
}
