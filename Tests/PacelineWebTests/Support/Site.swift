import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelineServer
import Testing

@testable import PacelineWeb

/// A server with its web app, for one test.
struct Site: Sendable {
    let engine: Engine
    let database: any Database
    let client: any TestClientProtocol
    let clock: TickingClock

    static func run(
        limits: RateLimits = .none, trustsForwardedFor: Bool = false,
        on database: (any Database)? = nil, serverOperator: ServerOperator = ServerOperator(),
        usernamePolicy: UsernamePolicy = UsernamePolicy(), minimumAge: Int = 0,
        bodies: BodyLimits = BodyLimits(), admission: AdmissionLimits? = nil,
        configuring change: (inout EngineEnvironment) -> Void = { _ in },
        _ live: @Sendable (Site) async throws -> Void
    ) async throws {
        let database = try database ?? SQLiteDatabase.inMemory()
        let clock = TickingClock()
        var environment = EngineEnvironment(
            now: { clock.now }, passwordCost: .fast, usernamePolicy: usernamePolicy)
        environment.minimumAge = minimumAge
        change(&environment)
        let engine = try await Engine(database: database, environment: environment)
        var logger = Logger(label: "paceline.test")
        logger.logLevel = .critical
        var configuration = PacelineServer.ServerConfiguration(
            port: 0, rateLimits: limits, trustsForwardedFor: trustsForwardedFor, metricsToken: metricsToken)
        configuration.bodies = bodies
        configuration.admission = admission
        let server = PacelineServer.Server(
            engine: engine, configuration: configuration, logger: logger,
            website: try WebApp(
                engine: engine, version: "1.2.3", serverOperator: serverOperator,
                watch: TemplateChecker.site.get().check))
        try await server.application().test(.router) { client in
            try await live(Site(engine: engine, database: database, client: client, clock: clock))
        }
        try await database.close()
    }

    var today: Day { Day(of: clock.now, in: .gmt) }

    static let metricsToken = String(repeating: "m", count: 32)

    /// The server's metrics, as Prometheus reads them.
    func metrics() async throws -> String {
        try await browser().send(.get, "/metrics", [.authorization: "Bearer \(Self.metricsToken)"]).text
    }

    /// A browser without cookies.
    func browser() -> Browser { Browser(site: self) }

    /// A browser of a signed-in person.
    func member(_ username: String, name: String? = nil) async throws -> Browser {
        let browser = browser()
        try await browser.signUp(username, name: name)
        return browser
    }

    /// A browser of a signed-in child of ten.
    func child(_ username: String) async throws -> Browser {
        let browser = browser()
        try await browser.signUp(username, bornOn: "\(today.year - 10)-01-01")
        return browser
    }

    /// A member who signs in with the browser's key, and has no password.
    func memberWithoutPassword(_ username: String) async throws -> Browser {
        let browser = browser()
        try await browser.open("/sign-in")
        try await browser.submit("/sign-in/device")
        try await browser.open("/welcome")
        try await browser.submit("/welcome", ["username": username, "birthDate": "1990-05-17"])
        return browser
    }
}

/// A simulated browser. It keeps cookies and submits the forms on the current page.
actor Browser {
    private let site: Site
    private(set) var cookies: [String: String] = [:]
    /// The current page.
    private(set) var page = Shown(status: 0, headers: [:], markup: "")

    static let password = "correct horse battery"

    init(site: Site) {
        self.site = site
    }

    /// A page as the browser received it.
    struct Shown: Sendable {
        let status: Int
        let headers: HTTPFields
        let markup: String

        /// The markup with plain spaces instead of those at which no line ends.
        var text: String { markup.replacing("\u{A0}", with: " ") }

        var location: String? { headers[.location] }

        /// The CSRF token in the page's forms.
        var token: String? {
            text.firstMatch(of: /name="csrf" value="([^"]+)"/).map { String($0.1) }
        }
    }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ uri: String, _ headers: HTTPFields = [:], body: String? = nil,
        bytes: Data? = nil
    ) async throws -> Shown {
        var headers = headers
        if !cookies.isEmpty {
            headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        let response = try await site.client.executeRequest(
            uri: uri, method: method, headers: headers,
            body: bytes.map { ByteBuffer(bytes: $0) } ?? body.map { ByteBuffer(string: $0) })
        for cookie in response.headers[values: .setCookie] { keep(cookie) }
        return Shown(
            status: response.status.code, headers: response.headers, markup: String(buffer: response.body))
    }

    /// Opens an address.
    @discardableResult
    func open(_ uri: String, _ headers: HTTPFields = [:]) async throws -> Shown {
        page = try await send(.get, uri, headers)
        return page
    }

    func setCookie(_ name: String, to value: String) { cookies[name] = value }

    /// Keeps the response to a form as the current page.
    func show(_ response: Shown) { page = response }

    /// Submits a form with the token of the current page, or with another.
    @discardableResult
    func submit(
        _ uri: String, _ fields: [String: String] = [:], token: String? = nil, headers: HTTPFields = [:]
    ) async throws -> Shown {
        var fields = fields
        fields["csrf"] = token ?? page.token ?? ""
        let body = fields.map { "\($0.key)=\(Self.encode($0.value))" }.joined(separator: "&")
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(.post, uri, headers, body: body)
    }

    func signUp(
        _ username: String, name: String? = nil, bornOn birthDate: String = "1990-05-17"
    ) async throws {
        try await open("/sign-up")
        let fields = [
            "username": username, "displayName": name ?? username, "password": Self.password,
            "birthDate": birthDate,
        ]
        let response = try await submit("/sign-up", fields)
        #expect(response.status == 303, "\(response.text)")
        try await open("/")
    }

    private func keep(_ cookie: String) {
        let pair = cookie.prefix { $0 != ";" }.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let (name, value) = (String(pair[0]), String(pair[1]))
        cookies[name] = cookie.contains("Max-Age=0") ? nil : value
    }

    private static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
