import Foundation

/// Measures how much sign-ins with passwords slow down reads, since hashing a password keeps a processor busy.
struct SignInBenchmarks {
    /// The path of the `paceline` executable.
    let server: String
    /// The database, in the form of `--database`.
    let database: String

    private static let accounts = 10
    private static let signIns = 40
    private static let seconds = 10

    func run() throws -> [Measurement] {
        let server = try BenchmarkServer(executable: server, database: database)
        defer { server.stop() }
        // The database may have been measured before, and usernames are unique.
        let prefix = "signer_\(Int(Date().timeIntervalSince1970) % 1_000_000)_"
        let password = "correct horse battery"
        let usernames = (0..<Self.accounts).map { "\(prefix)\($0)" }
        for username in usernames {
            try server.post(
                "/v1/accounts",
                json: """
                    {"username": "\(username)", "password": "\(password)", "birthDate": "1990-05-17"}
                    """)
        }
        // Fills the caches.
        _ = try feed(of: server)
        let idle = try feed(of: server)
        let load = try SignInLoad(
            of: server.address, usernames: usernames, password: password, connections: Self.signIns,
            seconds: Self.seconds + 2)
        let beside = try feed(of: server)
        let result = try load.result()
        let name = "Sign-ins, \(Self.signIns) at once"
        return [
            Measurement(name, perSecond: result.signedIn, atLeast: nil),
            Measurement("\(name): those refused with 503", perSecond: result.refused, atLeast: nil),
            Measurement("\(name): all responses", p50: result.p50, p99: result.p99, atMost: nil),
            Measurement("\(name): feed page alone", p50: idle.p50, p99: idle.p99, atMost: nil),
            Measurement("\(name): feed page beside them", p50: beside.p50, p99: beside.p99, atMost: nil),
            Measurement(
                "\(name): p99 of feed pages relative to alone", ratio: beside.p99 / idle.p99, goal: "≤ 2",
                isReached: beside.p99 <= 2 * idle.p99),
        ]
    }

    private func feed(of server: BenchmarkServer) throws -> (p50: Double, p99: Double) {
        try LoadTest("/v1/feed", of: server.address, connections: 1, seconds: Self.seconds).milliseconds()
    }
}

/// A load test with `wrk` in which each connection signs in, pauses for a second, and signs in again.
private final class SignInLoad {
    private let wrk: ChildProcess
    private let script: URL
    private let seconds: Double

    init(
        of address: String, usernames: [String], password: String, connections: Int, seconds: Int
    ) throws {
        self.seconds = Double(seconds)
        script = FileManager.default.temporaryDirectory.appending(path: "paceline-\(UUID().uuidString).lua")
        try Data(Self.requests(usernames, password).utf8).write(to: script)
        wrk = try ChildProcess(
            "wrk",
            [
                "--threads", "1", "--connections", "\(connections)", "--duration", "\(seconds)s",
                "--timeout", "10s", "--latency", "--script", script.path(), address,
            ])
    }

    /// Waits for the end.
    /// - Returns: sign-ins and refusals per second, and the latency quantiles of all responses in milliseconds.
    func result() throws -> (signedIn: Double, refused: Double, p50: Double, p99: Double) {
        let report = try wrk.output()
        try FileManager.default.removeItem(at: script)
        guard let counts = report.firstMatch(of: /signed in ([0-9]+), refused ([0-9]+), others ([0-9]+)/),
            let signedIn = Double(counts.1), let refused = Double(counts.2), counts.3 == "0",
            let p50 = LoadTest.quantile("50%", in: report), let p99 = LoadTest.quantile("99%", in: report)
        else { throw BenchmarkFailure("Unexpected output of wrk:\n\(report)") }
        return (signedIn / seconds, refused / seconds, p50, p99)
    }

    private static func requests(_ usernames: [String], _ password: String) -> String {
        let names = usernames.map { "\"\($0)\"" }.joined(separator: ", ")
        return """
            local names, at, threads = { \(names) }, 0, {}
            signedIn, refused, others, otherStatus = 0, 0, 0, 0
            setup = function(thread)
                table.insert(threads, thread)
            end
            delay = function()
                return 1000
            end
            request = function()
                at = at % #names + 1
                local body = '{"provider": "password", "username": "' .. names[at] .. '", "password": "\(password)"}'
                return wrk.format("POST", "/v1/sessions", { ["Content-Type"] = "application/json" }, body)
            end
            response = function(status)
                if status == 201 then signedIn = signedIn + 1
                elseif status == 503 then refused = refused + 1
                else others, otherStatus = others + 1, status end
            end
            done = function()
                local thread = threads[1]
                io.write(string.format("signed in %d, refused %d, others %d, the last with status %d\\n",
                    thread:get("signedIn"), thread:get("refused"), thread:get("others"),
                    thread:get("otherStatus")))
            end
            """
    }
}
