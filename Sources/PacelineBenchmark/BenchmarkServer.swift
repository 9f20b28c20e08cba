import Foundation

/// A `paceline serve` process, started by a benchmark.
final class BenchmarkServer {
    let address: String
    private let process = Process()

    init(executable: String, database: String) throws {
        let pipe = Pipe()
        process.executableURL = URL(filePath: executable)
        process.arguments = ["serve", "--port", "0", "--database", database]
        process.environment = ProcessInfo.processInfo.environment.merging(
            [
                "PACELINE_RATE_LIMITS": "false", "PACELINE_LOG_LEVEL": "error",
                "PACELINE_LEDGER_KEY_FILE": try BenchmarkKey.file(),
            ]
        ) { $1 }
        process.standardOutput = pipe
        try process.run()
        var output = ""
        while true {
            let bytes = pipe.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw BenchmarkFailure("The server printed no address: \(output)") }
            output += String(decoding: bytes, as: UTF8.self)
            guard let found = output.firstMatch(of: /http:\/\/[0-9.:]+/) else { continue }
            address = String(found.0)
            return
        }
    }

    /// - Returns: the body of the response.
    @discardableResult
    func get(_ path: String, token: String) throws -> String {
        try ChildProcess(
            "curl",
            [
                "--silent", "--show-error", "--fail", "--header", "Authorization: Bearer \(token)",
                address + path,
            ]
        ).output()
    }

    func post(_ path: String, json: String) throws {
        _ = try ChildProcess(
            "curl",
            [
                "--silent", "--show-error", "--fail", "--header", "Content-Type: application/json",
                "--data", json, address + path,
            ]
        ).output()
    }

    /// The resident memory in MB, including shared libraries and mapped database pages.
    func residentMegabytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        guard let found = status.firstMatch(of: /VmRSS:\s+([0-9]+) kB/), let kilobytes = Double(found.1)
        else {
            throw BenchmarkFailure("The server's memory could not be read from /proc.")
        }
        return kilobytes / 1_000
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
