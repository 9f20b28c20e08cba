import HTTPTypes
import NIOCore
import Paceline
import Testing

@testable import PacelineServer

@Suite("Rate limits") struct LimitTests {
    @Test("A burst is allowed, then requests at an even rate")
    func pace() {
        let limiter = RateLimiter<Int>(RateLimit(name: "test", count: 3, window: 30))
        #expect((1...3).map { _ in limiter.take(1, at: 100).remaining } == [2, 1, 0])
        let rejected = limiter.take(1, at: 100)
        #expect(!rejected.isAllowed)
        #expect(rejected.reset == 10)
        #expect(limiter.take(2, at: 100).isAllowed)
        #expect(!limiter.take(1, at: 109).isAllowed)
        #expect(limiter.take(1, at: 110).isAllowed)
        #expect(!limiter.take(1, at: 111).isAllowed)
        #expect(limiter.take(1, at: 200).remaining == 2)
    }

    @Test("Many callers do not exhaust memory")
    func boundedMemory() {
        let limiter = RateLimiter<Int>(RateLimit(name: "test", count: 1, window: 60), capacity: 100)
        for caller in 0..<10_000 { _ = limiter.take(caller, at: 1) }
        #expect(limiter.count <= 100)
        #expect(!limiter.take(9_999, at: 1).isAllowed)
    }

    @Test("Usage on other servers counts, and is exchanged once")
    func sharing() {
        let limit = RateLimit(name: "test", count: 10, window: 100)
        let (one, other) = (RateLimiter<Int>(limit, isShared: true), RateLimiter<Int>(limit, isShared: true))
        for _ in 1...4 { _ = one.take(1, at: 0) }
        #expect(one.takePending() == [1: 40])
        #expect(one.takePending() == [:])
        // Usage not yet exchanged is added.
        #expect(other.take(1, at: 0).remaining == 9)
        other.merge([1: 40], at: 0)
        #expect(other.take(1, at: 0).remaining == 4)
        other.restore(other.takePending())
        #expect(other.takePending() == [1: 20])
        #expect(RateLimiter<Int>(limit).takePending() == [:])
    }

    @Test("IPv4 is limited by address, IPv6 by network")
    func addresses() throws {
        #expect(ClientAddress(text: "192.0.2.1") != ClientAddress(text: "192.0.2.2"))
        #expect(ClientAddress(text: "2001:db8::1") == ClientAddress(text: "2001:db8::2"))
        #expect(ClientAddress(text: "2001:db8::1") != ClientAddress(text: "2001:db8:1::1"))
        #expect(ClientAddress(text: "::ffff:192.0.2.1") == ClientAddress(text: "192.0.2.1"))
        #expect(ClientAddress(text: "unknown") == nil)
        for text in ["192.0.2.1", "2001:db8::1"] {
            let address = try #require(ClientAddress(text: text))
            #expect(ClientAddress(limitBytes: address.limitBytes) == address)
        }
    }

    @Test("Responses report the remaining quota, and a rejection when to retry")
    func people() async throws {
        let limits = RateLimits(
            person: RateLimit(name: "person", count: 3, window: 60), address: nil, signIn: nil)
        try await Community.run(PacelineServer.ServerConfiguration(rateLimits: limits)) { community in
            let ana = try await community.member("ana")
            let ben = try await community.member("ben")
            for remaining in [2, 1, 0] {
                let response = try await community.send(.get, "/v1/me", token: ana.token)
                #expect(response.headers[.rateLimitPolicy] == "\"person\";q=3;w=60")
                #expect(response.headers[.rateLimit]?.hasPrefix("\"person\";r=\(remaining);t=") == true)
            }
            let rejected = try await community.send(.get, "/v1/nowhere", token: ana.token)
            #expect(rejected.status == 404)
            let limited = try await community.send(.patch, "/v1/me", token: ana.token, json: #"{"bio":"No"}"#)
            limited.expect(.rateLimited, 429)
            #expect(limited.headers[.retryAfter].flatMap { Int($0) }.map { (1...20).contains($0) } == true)
            #expect(limited.headers[.rateLimit]?.contains("r=0") == true)
            #expect(try await community.send(.get, "/v1/me", token: ben.token).status == 200)
            #expect(try await ana.session.me().bio == nil)
        }
    }

    @Test("Error responses report the remaining quota")
    func headersOfProblems() async throws {
        let limits = RateLimits(address: nil, signIn: nil)
        try await Community.run(PacelineServer.ServerConfiguration(rateLimits: limits)) { community in
            let ana = try await community.member("ana")
            let response = try await community.send(.get, "/v1/people/@nobody", token: ana.token)
            response.expect(.personNotFound, 404)
            #expect(response.headers[.rateLimit] != nil)
        }
    }

    @Test("Sign-in attempts are limited per address")
    func signIns() async throws {
        let limits = RateLimits(
            person: nil, address: nil, signIn: RateLimit(name: "sign-in", count: 2, window: 60))
        try await Community.run(PacelineServer.ServerConfiguration(rateLimits: limits)) { community in
            let attempt = #"{"provider":"password","username":"ana","password":"a wrong one"}"#
            for _ in 1...2 {
                try await community.send(.post, "/v1/sessions", json: attempt).expect(
                    .invalidCredentials, 401)
            }
            try await community.send(.post, "/v1/sessions", json: attempt).expect(.rateLimited, 429)
            try await community.send(.post, "/v1/accounts", json: "{}").expect(.rateLimited, 429)
            try await community.send(.post, "/v1/nonces").expect(.rateLimited, 429)
            try await community.send(.post, "/v1/passkeys/challenges").expect(.rateLimited, 429)
        }
    }

    @Test("Password guesses are limited, signed in or not")
    func passwords() async throws {
        let limits = RateLimits(
            person: nil, address: nil, signIn: RateLimit(name: "sign-in", count: 2, window: 60))
        try await Community.run(PacelineServer.ServerConfiguration(rateLimits: limits)) { community in
            let (ana, ben) = (try await community.member("ana"), try await community.member("ben"))
            let guess = #"{"currentPassword":"a wrong one","newPassword":"another password"}"#
            for member in [ana, ben] {
                try await community.send(.put, "/v1/me/password", token: member.token, json: guess)
                    .expect(.invalidCredentials, 401, field: "currentPassword")
            }
            let right = #"{"currentPassword":"\#(Member.password)","newPassword":"another password"}"#
            let rejected = try await community.send(.put, "/v1/me/password", token: ana.token, json: right)
            rejected.expect(.rateLimited, 429)
            #expect(rejected.headers[.rateLimitPolicy] == "\"sign-in\";q=2;w=60")
            let secret = String(repeating: "A", count: 43)
            try await community.send(
                .post, "/v1/me/identities", token: ana.token,
                json: #"{"provider":"device","secret":"\#(secret)"}"#
            ).expect(.rateLimited, 429)
            #expect(try await community.send(.get, "/v1/me/identities", token: ana.token).status == 200)
        }
    }

    @Test("Attempts with group codes are limited per person, not per address")
    func codes() async throws {
        let limits = RateLimits(
            person: nil, address: nil, signIn: nil, code: RateLimit(name: "code", count: 2, window: 60))
        try await Community.run(PacelineServer.ServerConfiguration(rateLimits: limits)) { community in
            let (ana, ben) = (try await community.member("ana"), try await community.member("ben"))
            let guess = #"{"code":"2222222222"}"#
            for member in [ana, ben] {
                try await community.send(.post, "/v1/groups/join", token: member.token, json: guess)
                    .expect(.invitationNotFound, 404, field: "code")
                try await community.send(.get, "/v1/groups/invitations/3333333333", token: member.token)
                    .expect(.invitationNotFound, 404, field: "code")
                try await community.send(.post, "/v1/groups/join", token: member.token, json: guess)
                    .expect(.rateLimited, 429)
            }
            #expect(try await community.send(.get, "/v1/groups", token: ana.token).status == 200)
        }
    }

    @Test("Attempts with friend codes are limited per person, together with those with group codes")
    func friendCodes() async throws {
        let limits = RateLimits(
            person: nil, address: nil, signIn: nil, code: RateLimit(name: "code", count: 3, window: 60))
        try await Community.run(PacelineServer.ServerConfiguration(rateLimits: limits)) { community in
            let (ana, ben) = (try await community.member("ana"), try await community.member("ben"))
            let guess = #"{"kind":"friend","code":"222222"}"#
            for member in [ana, ben] {
                for _ in 1...2 {
                    try await community.send(.post, "/v1/requests", token: member.token, json: guess)
                        .expect(.friendCodeNotFound, 404, field: "code")
                }
                try await community.send(.get, "/v1/groups/invitations/3333333333", token: member.token)
                    .expect(.invitationNotFound, 404, field: "code")
                let rejected = try await community.send(
                    .post, "/v1/requests", token: member.token, json: guess)
                rejected.expect(.rateLimited, 429)
                #expect(rejected.headers[.rateLimitPolicy] == "\"code\";q=3;w=60")
            }
            #expect(try await community.send(.get, "/v1/requests", token: ana.token).status == 200)
        }
    }

    @Test("Token guesses are limited per address")
    func guessedTokens() async throws {
        let limits = RateLimits(
            person: nil, address: RateLimit(name: "address", count: 2, window: 60), signIn: nil)
        try await Community.run(PacelineServer.ServerConfiguration(rateLimits: limits)) { community in
            let ana = try await community.member("ana")
            for _ in 1...2 {
                try await community.send(.get, "/v1/me", token: "guess").expect(.unauthenticated, 401)
            }
            for token in ["guess", nil] {
                try await community.send(.get, "/v1/me", token: token).expect(.rateLimited, 429)
            }
            // Others at the address are not locked out.
            #expect(try await community.send(.get, "/v1/me", token: ana.token).status == 200)
        }
    }

    @Test(
        "Operations endpoints are limited per address",
        arguments: ["/health", "/ready", "/metrics", "/openapi.json"])
    func operations(path: String) async throws {
        let limits = RateLimits(
            person: nil, address: RateLimit(name: "address", count: 2, window: 60), signIn: nil)
        let token = Community.metricsToken
        let configuration = PacelineServer.ServerConfiguration(rateLimits: limits, metricsToken: token)
        try await Community.run(configuration) { community in
            for _ in 1...2 {
                #expect(try await community.send(.get, path, token: token).status == 200)
            }
            try await community.send(.get, path, token: token).expect(.rateLimited, 429)
        }
    }

    @Test("Behind a trusted proxy, the client address is the last one in X-Forwarded-For")
    func forwardedAddresses() async throws {
        let limits = RateLimits(
            person: nil, address: nil, signIn: RateLimit(name: "sign-in", count: 1, window: 60))
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        for trusts in [true, false] {
            let configuration = PacelineServer.ServerConfiguration(
                rateLimits: limits, trustsForwardedFor: trusts)
            try await Community.run(configuration) { community in
                let first = try await community.send(
                    .post, "/v1/sessions", [name: "10.0.0.1, 192.0.2.1"], json: "{}")
                let second = try await community.send(
                    .post, "/v1/sessions", [name: "10.0.0.1, 192.0.2.2"], json: "{}")
                #expect(first.status == 400)
                #expect(second.status == (trusts ? 400 : 429))
            }
        }
    }
}
