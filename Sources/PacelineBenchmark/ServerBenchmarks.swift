import Foundation

/// What the server is measured by, in a process of its own and over HTTP on this machine.
struct ServerBenchmarks {
    /// The `paceline` that serves.
    let server: String
    /// What is served, as `--database` takes it.
    let database: String
    /// The rate of feed pages against that of `/health`; nil when it is measured for comparison.
    let goal: Double?

    private static let connections = 64
    private static let seconds = 8

    func run() throws -> [Measurement] {
        let clock = ContinuousClock()
        let start = clock.now
        let server = try ServingProcess(executable: server, database: database)
        defer { server.stop() }
        let idle = try server.residentMegabytes()
        try server.get("/v1/feed", token: LargeCommunity.token(0))
        let firstAnswer = clock.now - start
        let before = try load("/health", of: server)
        let feed = try load("/v1/feed", of: server)
        let after = try load("/health", of: server)
        let health = (before + after) / 2
        return [
            Measurement("First answer after starting", milliseconds: firstAnswer.milliseconds, atMost: 300),
            Measurement("Memory of an idle server", megabytes: idle, below: 60),
            Measurement("/health, \(Self.connections) connections", perSecond: health, atLeast: nil),
            Measurement(
                "Feed pages over HTTP, \(Self.connections) connections", perSecond: feed, atLeast: nil),
            Measurement(
                "Feed pages against /health", ratio: feed / health,
                goal: goal.map { "≥ \($0)" } ?? "", isReached: feed / health >= goal ?? 0),
        ]
    }

    /// Answers a second, as `wrk` counts them; feeds are those of a thousand people in turn.
    private func load(_ path: String, of server: ServingProcess) throws -> Double {
        let script = FileManager.default.temporaryDirectory.appending(
            path: "paceline-\(UUID().uuidString).lua")
        try Data(Self.requests(path).utf8).write(to: script)
        defer { try? FileManager.default.removeItem(at: script) }
        let report = try output(
            of: "wrk",
            [
                "--threads", "1", "--connections", "\(Self.connections)", "--duration", "\(Self.seconds)s",
                "--script", script.path(), server.address,
            ])
        guard !report.contains("Non-2xx"), let rate = report.firstMatch(of: /Requests\/sec: +([0-9.]+)/),
            let perSecond = Double(rate.1)
        else { throw BenchmarkFailure("wrk says:\n\(report)") }
        return perSecond
    }

    private static func requests(_ path: String) -> String {
        """
        local requests, at = {}, 0
        init = function()
            for number = 0, \(LargeCommunity.signedIn - 1) do
                local headers = { Authorization = "Bearer benchmark-" .. number }
                requests[number] = wrk.format("GET", "\(path)", headers)
            end
        end
        request = function()
            at = (at + 1) % \(LargeCommunity.signedIn)
            return requests[at]
        end
        """
    }
}

/// What a program prints on its standard output.
private func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw BenchmarkFailure("\(program) failed; is it installed?")
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// A server at work on the large community, until it is stopped.
private final class ServingProcess {
    let address: String
    private let process = Process()

    init(executable: String, database: String) throws {
        let pipe = Pipe()
        process.executableURL = URL(filePath: executable)
        process.arguments = ["serve", "--port", "0", "--database", database]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PACELINE_RATE_LIMITS": "false", "PACELINE_LOG_LEVEL": "error"]
        ) { $1 }
        process.standardOutput = pipe
        try process.run()
        var said = ""
        while true {
            let bytes = pipe.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw BenchmarkFailure("The server said no address: \(said)") }
            said += String(decoding: bytes, as: UTF8.self)
            guard let found = said.firstMatch(of: /http:\/\/[0-9.:]+/) else { continue }
            address = String(found.0)
            return
        }
    }

    func get(_ path: String, token: String) throws {
        _ = try output(
            of: "curl",
            [
                "--silent", "--show-error", "--fail", "--output", "/dev/null",
                "--header", "Authorization: Bearer \(token)", address + path,
            ])
    }

    /// What the process holds in memory, with the libraries and the parts of the database's file that it maps.
    func residentMegabytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        guard let found = status.firstMatch(of: /VmRSS:\s+([0-9]+) kB/), let kilobytes = Double(found.1)
        else {
            throw BenchmarkFailure("The system does not say how much memory the server has.")
        }
        return kilobytes / 1_000
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}

/// Why nothing could be measured.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
