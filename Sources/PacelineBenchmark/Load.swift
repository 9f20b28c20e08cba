import Foundation

/// Requests of a thousand people in turn, as many as a server answers, made by `wrk`.
final class Load {
    private let wrk: ProgramRun
    private let script: URL

    /// Begins at once.
    init(_ path: String, of address: String, connections: Int, seconds: Int) throws {
        script = FileManager.default.temporaryDirectory.appending(path: "paceline-\(UUID().uuidString).lua")
        try Data(Self.requests(path).utf8).write(to: script)
        wrk = try ProgramRun(
            "wrk",
            [
                "--threads", "1", "--connections", "\(connections)", "--duration", "\(seconds)s", "--script",
                script.path(), address,
            ])
    }

    /// Answers a second, when it is over.
    func perSecond() throws -> Double {
        let report = try wrk.output()
        try FileManager.default.removeItem(at: script)
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
