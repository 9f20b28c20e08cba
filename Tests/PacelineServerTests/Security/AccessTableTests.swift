import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Who may call what") struct AccessTableTests {
    @Test("The code declares what the table says")
    func declared() {
        let declared = AllEndpoints.all.map { AccessRule(of: $0) }
        for rule in declared { #expect(AccessRule.all.contains(rule), "\(rule)") }
        #expect(AccessRule.all.count == declared.count)
    }

    @Test("Only endpoints for anyone answer without a token")
    func withoutToken() async throws {
        try await Community.run { community in
            for endpoint in AllEndpoints.all {
                let rule = AccessRule.all.first { $0.endpoint == endpoint.id }
                let response = try await community.send(endpoint.method.request, endpoint.examplePath)
                let isRefused = response.status == 401 && response.text.contains(#""unauthenticated""#)
                #expect(isRefused == (rule?.access != "anyone"), "\(endpoint.id)")
            }
        }
    }

    /// The body of a request for each endpoint that needs a confirmation; empty for none.
    private static let confirmed = [
        "signOutEverywhere": "", "unlinkIdentity": "", "removePasskey": "", "createRecoveryCodes": "",
        "preparePasskey": "",
        "linkIdentity": #"{"provider": "device", "secret": "\#(Credential.newDeviceSecret())"}"#,
        "createAccessToken": #"{"name": "Script", "scopes": ["read"]}"#,
        "updateMe": #"{"email": "ana@row.si"}"#, "setUsername": #"{"username": "ana_novak"}"#,
    ]

    @Test("What needs a confirmation is refused eleven minutes after signing in, and nothing else is")
    func stale() async throws {
        // What the staff do is tried below.
        let needing = Set(AccessRule.all.filter { $0.mustConfirm && !$0.isForStaff }.map(\.endpoint))
        // A password needs one only beside a passkey, and the registration of a passkey is verified first.
        #expect(Set(Self.confirmed.keys) == needing.subtracting(["changePassword", "addPasskey"]))
        let clock = StoppedClock()
        let environment = EngineEnvironment(
            now: { clock.now }, passwordCost: .fast, publicURL: "https://crew.example")
        try await Community.run(environment: environment) { community in
            let ana = try await community.member("ana")
            clock.advance(by: 660)
            for endpoint in AllEndpoints.all where endpoint.access != .anyone && endpoint.role == nil {
                // These would end the session or stay open.
                guard ![API.signOut.id, API.stream.id].contains(endpoint.id) else { continue }
                let body = Self.confirmed[endpoint.id] ?? ""
                let response = try await community.send(
                    endpoint.method.request, endpoint.examplePath, token: ana.token,
                    body: body.isEmpty ? nil : Array(body.utf8))
                let isRefused = response.text.contains("reauthentication_required")
                #expect(isRefused == (Self.confirmed[endpoint.id] != nil), "\(endpoint.id)")
            }
        }
    }

    /// What staff send who decide about something that they have seen.
    private static let version: HTTPFields = [.ifMatch: "\"1\""]

    /// The body of a request for each endpoint of the staff that takes one.
    private static let staffBodies = [
        "setRole": #"{"role": "moderator"}"#,
        "decideWorkout": #"{"outcome": "approved", "reason": "A race, with a result list."}"#,
    ]

    @Test(
        "What the staff do is refused without the role, and recorded",
        arguments: [nil, .moderator, .administrator] as [StaffRole?])
    func roles(role: StaffRole?) async throws {
        try await Community.run { community in
            let ana =
                if let role {
                    try await community.staffMember("ana", role)
                } else {
                    try await community.member("ana")
                }
            var refused = 0
            for endpoint in AllEndpoints.all where endpoint.access != .anyone {
                guard ![API.signOut.id, API.stream.id, API.signOutEverywhere.id].contains(endpoint.id),
                    let rule = AccessRule.all.first(where: { $0.endpoint == endpoint.id })
                else { continue }
                let body = Self.staffBodies[endpoint.id]
                let response = try await community.send(
                    endpoint.method.request, endpoint.examplePath, token: ana.token, Self.version,
                    body: body.map { Array($0.utf8) })
                let needed = StaffRole(rawValue: rule.role)
                let isAllowed = needed.map { role?.includes($0) == true } ?? true
                let isRefused = response.status == 403 && response.text.contains(#""staff_only""#)
                #expect(isRefused == !isAllowed, "\(endpoint.id)")
                if isRefused { refused += 1 }
            }
            let events = try await ana.session.securityEvents(PageRequest(limit: 100)).items
            let recorded = events.filter { $0.kind == .staffCallRefused }.map(\.count).reduce(0, +)
            #expect(recorded == refused)
        }
    }

    @Test("What administrators do needs a confirmation where the table says so")
    func staleStaff() async throws {
        let clock = StoppedClock()
        let environment = EngineEnvironment(now: { clock.now }, passwordCost: .fast)
        try await Community.run(environment: environment) { community in
            let ana = try await community.staffMember("ana", .administrator)
            clock.advance(by: 660)
            for endpoint in AllEndpoints.all where endpoint.role != nil {
                let response = try await community.send(
                    endpoint.method.request, endpoint.examplePath, token: ana.token, Self.version,
                    body: Self.staffBodies[endpoint.id].map { Array($0.utf8) })
                let isRefused = response.text.contains("reauthentication_required")
                let rule = AccessRule.all.first { $0.endpoint == endpoint.id }
                #expect(isRefused == rule?.mustConfirm, "\(endpoint.id)")
            }
        }
    }

    /// What opens an account further than its age allows.
    private static let opening = [
        "updateMe": #"{"privacyLevel": "public"}"#,
        "updateSettings": #"{"workoutVisibility": "public", "showOnLeaderboards": true}"#,
        "publishWorkout": #"{"type": "rowing", "title": "Row", "startedAt": "2026-02-01T08:00:00Z", "#
            + #""duration": 480, "visibility": "public"}"#,
        "publishScore": #"{"score": 3, "isCompleted": true, "visibility": "public"}"#,
    ]

    @Test(
        "Children and people of unknown age open nothing further",
        arguments: [
            ("child", "updateMe", "age_restricted"), ("child", "updateSettings", "age_restricted"),
            ("child", "publishWorkout", "age_restricted"), ("child", "publishScore", "age_restricted"),
            ("unknown", "updateMe", "birth_date_required"),
            ("unknown", "updateSettings", "birth_date_required"),
            ("unknown", "publishWorkout", "birth_date_required"),
            ("unknown", "publishScore", "birth_date_required"),
        ])
    func ages(band: String, endpoint: String, code: String) async throws {
        let rule = try #require(AccessRule.all.first { $0.endpoint == endpoint })
        #expect(rule.ages.contains(code == "age_restricted" ? "age" : "birthDate"))
        try await Community.run { community in
            let token = try await community.token(of: band)
            let found = try #require(AllEndpoints.all.first { $0.id == endpoint })
            let path =
                endpoint == "publishScore"
                ? "/v1/scores/wordle/\(Day(of: Date(), in: .gmt))" : found.examplePath
            let response = try await community.send(
                found.method.request, path, token: token, json: try #require(Self.opening[endpoint]))
            #expect(response.text.contains(#""\#(code)""#), "\(response.text)")
        }
    }
}

extension Community {
    /// Creates an account of an age band, and returns the token of its session.
    fileprivate func token(of band: String) async throws -> String {
        guard band == "child" else {
            let signedIn = try await engine.signIn(with: .device(secret: Credential.newDeviceSecret()))
            _ = try await engine.services(token: signedIn.token).setUsername("ageless")
            return signedIn.token
        }
        let today = Day(of: Date(), in: .gmt)
        let signUp = SignUp(
            username: "child", password: Member.password, birthDate: today.adding(years: -10))
        return try await engine.signUp(signUp).token
    }
}
