import Foundation

/// A server at work on the large community, until it is stopped.
final class BenchmarkServer {
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
        _ = try ChildProcess(
            "curl",
            [
                "--silent", "--show-error", "--fail", "--output", "/dev/null",
                "--header", "Authorization: Bearer \(token)", address + path,
            ]
        ).output()
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
