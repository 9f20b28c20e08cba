import Foundation

/// A load test with `wrk` that sends requests of many people in turn, with a bearer token and a session cookie.
final class LoadTest {
    private let wrk: ChildProcess
    private let script: URL

    /// Starts the load test.
    /// - Parameter people: how many people send requests in turn.
    init(
        _ path: String, of address: String, connections: Int, seconds: Int,
        people: Int = LargeCommunity.signedIn
    ) throws {
        script = FileManager.default.temporaryDirectory.appending(path: "paceline-\(UUID().uuidString).lua")
        try Data(Self.requests(path, of: people).utf8).write(to: script)
        wrk = try ChildProcess(
            "wrk",
            [
                "--threads", "1", "--connections", "\(connections)", "--duration", "\(seconds)s", "--latency",
                "--script", script.path(), address,
            ])
    }

    /// Waits for the end and returns the responses per second.
    func perSecond() throws -> Double {
        let report = try report()
        guard let rate = report.firstMatch(of: /Requests\/sec: +([0-9.]+)/), let perSecond = Double(rate.1)
        else { throw BenchmarkFailure("Unexpected output of wrk:\n\(report)") }
        return perSecond
    }

    /// Waits for the end and returns the latency quantiles in milliseconds.
    func milliseconds() throws -> (p50: Double, p99: Double) {
        let report = try report()
        guard let p50 = Self.quantile("50%", in: report), let p99 = Self.quantile("99%", in: report) else {
            throw BenchmarkFailure("Unexpected output of wrk:\n\(report)")
        }
        return (p50, p99)
    }

    private func report() throws -> String {
        let report = try wrk.output()
        try FileManager.default.removeItem(at: script)
        guard !report.contains("Non-2xx") else {
            throw BenchmarkFailure("Unexpected output of wrk:\n\(report)")
        }
        return report
    }

    static func quantile(_ name: String, in report: String) -> Double? {
        guard let line = report.split(separator: "\n").first(where: { $0.contains(" \(name) ") }),
            let found = line.firstMatch(of: /([0-9.]+)(us|ms|s)/), let number = Double(found.1)
        else { return nil }
        let unit = ["us": 0.001, "ms": 1, "s": 1_000][String(found.2)]
        return unit.map { number * $0 }
    }

    private static func requests(_ path: String, of people: Int) -> String {
        """
        local requests, at = {}, 0
        init = function()
            for number = 0, \(people - 1) do
                local headers = { Authorization = "Bearer benchmark-" .. number,
                    Cookie = "paceline-session=benchmark-" .. number }
                requests[number] = wrk.format("GET", "\(path)", headers)
            end
        end
        request = function()
            at = (at + 1) % \(people)
            return requests[at]
        end
        """
    }
}
