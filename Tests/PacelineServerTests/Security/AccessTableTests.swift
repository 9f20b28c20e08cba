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
        for endpoint in AllEndpoints.all {
            let rule = AccessRule.all.first { $0.endpoint == endpoint.id }
            #expect(rule == AccessRule(of: endpoint, withAgesOf: rule), "\(endpoint.id)")
            #expect(rule?.declaresAges(of: endpoint) == true, "\(endpoint.id)")
        }
        #expect(AccessRule.all.count == AllEndpoints.all.count)
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
        "preparePasskey": "", "showRewardCode": "",
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
        "editWorkout": #"{"visibility": "public"}"#,
        "publishScore": #"{"score": 3, "isCompleted": true, "visibility": "public"}"#,
    ]

    @Test(
        "Each endpoint refuses what opens an account further to the age groups in the table, and to no other",
        arguments: ["child", "teenager", "unknown", "adult"])
    func ages(group: String) async throws {
        var environment = EngineEnvironment(passwordCost: .fast, publicURL: "https://crew.example")
        environment.mail = NoMailbox()
        try await Community.run(environment: environment) { community in
            let token = try await community.token(of: group)
            let closed = Self.opening[API.publishWorkout.id]?.replacing("public", with: "private")
            let published = try await community.send(
                API.publishWorkout.method.request, API.publishWorkout.examplePath, token: token,
                body: closed.map { Array($0.utf8) })
            #expect(published.status == 201)
            for endpoint in AllEndpoints.all where endpoint.access != .anyone && endpoint.role == nil {
                // These would end the session or stay open.
                guard ![API.signOut.id, API.stream.id, API.signOutEverywhere.id].contains(endpoint.id)
                else { continue }
                let path =
                    endpoint.id == API.publishScore.id
                    ? "/v1/scores/wordle/\(Day(of: Date(), in: .gmt))" : endpoint.examplePath
                let response = try await community.send(
                    endpoint.method.request, path, token: token,
                    body: Self.opening[endpoint.id].map { Array($0.utf8) })
                let code = group == "unknown" ? "birth_date_required" : "age_restricted"
                let isRefused = response.status == 403 && response.text.contains("\"\(code)\"")
                let rule = AccessRule.all.first { $0.endpoint == endpoint.id }
                #expect(isRefused == rule?.ages.contains(group), "\(endpoint.id): \(response.text)")
                let isOpened = Self.opening[endpoint.id] != nil && !isRefused
                #expect(!isOpened || (200..<300).contains(response.status), "\(response.text)")
            }
        }
    }
}

/// Takes messages and forgets them.
private struct NoMailbox: MailTransport {
    func send(_ message: MailMessage) async throws {}
}

extension Community {
    /// Creates an account of an age group with an email address, and returns the token of its session.
    fileprivate func token(of group: String) async throws -> String {
        let token: String
        if group == "unknown" {
            let signedIn = try await engine.signIn(with: .device(secret: Credential.newDeviceSecret()))
            _ = try await engine.services(token: signedIn.token).setUsername("ageless")
            token = signedIn.token
        } else {
            let age = ["child": 10, "teenager": 15][group] ?? 30
            let today = Day(of: Date(), in: .gmt)
            let signUp = SignUp(
                username: group, password: Member.password, birthDate: today.adding(years: -age))
            token = try await engine.signUp(signUp).token
        }
        let changes = AccountChanges(email: "\(group)@crew.example")
        _ = try await engine.services(token: token).update(changes, ifMatch: nil)
        return token
    }
}
