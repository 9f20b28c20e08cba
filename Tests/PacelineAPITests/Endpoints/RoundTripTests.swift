import Paceline
import PacelineAPI
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `requests and responses survive a round trip`(seed: UInt64) throws {
        for trip in RoundTrip.all(seed: seed) {
            #expect(try trip.differences() == [], "\(trip.testDescription), seed \(seed)")
        }
    }

    @Test func `every endpoint under v1 has a round trip`() {
        let travelled = Set(RoundTrip.all(seed: 1).map(\.id))
        #expect(AllEndpoints.all.map(\.id).filter { !travelled.contains($0) } == [])
    }

    @Test(arguments: AllEndpoints.all.filter { !$0.isHandledByServer })
    func `the documented successes are those that it returns`(endpoint: any AnyEndpoint) throws {
        let returned = try RoundTrip.all(seed: 1).filter { $0.id == endpoint.id }.flatMap {
            try $0.statuses()
        }
        #expect(Set(endpoint.successes.map(\.status)) == Set(returned))
    }

    @Test func `values that need escaping survive a round trip`() throws {
        let path = UsernamePath("a/b?c=d&é%20 💪")
        let target = API.usernameAvailability.target(path, NoParameters())
        #expect(target == "/v1/usernames/a%2Fb%3Fc%3Dd%26%C3%A9%2520%20%F0%9F%92%AA")
    }

    @Test func `an unknown or repeated parameter is rejected by name`() {
        #expect { try API.feed.readQuery([(name: "limt", value: "3")]) } throws: {
            ($0 as? SocialError)?.code == .unknownParameter && ($0 as? SocialError)?.field == "limt"
        }
        #expect {
            try API.feed.readQuery([(name: "limit", value: "3"), (name: "limit", value: "4")])
        } throws: {
            ($0 as? SocialError)?.code == .malformed && ($0 as? SocialError)?.field == "limit"
        }
    }

    @Test(arguments: [
        ("limit", "0", "invalid_value"), ("limit", "101", "invalid_value"), ("limit", "ten", "malformed"),
        ("limit", "99999999999999999999", "malformed"), ("cursor", "", "invalid_cursor"),
        ("person", "ana", "malformed"), ("kind", "jump", "invalid_value"),
        ("kind", "score,jump", "invalid_value"), ("window", "", "invalid_value"),
        ("type", "Row ing", "invalid_value"), ("from", "yesterday", "malformed"),
        ("to", "2026-11-21", "malformed"),
        ("cursor", "a\u{0}b", "malformed"),
    ])
    func `an invalid parameter is rejected by name`(name: String, value: String, code: String) {
        #expect { try API.feed.readQuery([(name: name, value: value)]) } throws: { error in
            let error = error as? SocialError
            return error?.code.rawValue == code && error?.field == name
        }
    }

    @Test func `kinds are a list with commas`() throws {
        let kinds = { (text: String) in try API.feed.readQuery([(name: "kind", value: text)]).feed.kinds }
        #expect(try kinds("workout") == [.workout])
        #expect(try kinds("milestone,levelUp,achievement") == .badges)
        #expect(try kinds("") == [])
        var writer = ParameterWriter()
        FeedParameters(FeedQuery(kinds: .badges)).write(to: &writer)
        #expect(writer["kind"] == "levelUp,achievement,milestone")
    }

    @Test func `a list without parameters requests the first 20 items`() throws {
        #expect(try API.blocks.readQuery([(name: String, value: String)]()).page == PageRequest(limit: 20))
    }
}
