import Foundation
import PacelineTestSupport

/// One run of the built program, as a shell would do it.
struct PacelineProcess {
    let status: Int32
    let output: String
    let messages: String

    /// - Parameters:
    ///   - arguments: as typed after `paceline`.
    ///   - input: what comes from standard input.
    ///   - home: where the sign-in is kept.
    ///   - environment: added to a bare one, so that the settings of whoever tests do not count.
    static func run(
        _ arguments: [String], input: String = "", home: Folder, environment: [String: String] = [:]
    ) async throws -> PacelineProcess {
        let process = Process()
        process.executableURL = ServerProcess.executable
        process.arguments = arguments
        process.environment = bareEnvironment(home).merging(environment) { $1 }
        let (output, messages) = (home.file("stdout-\(UUID())"), home.file("stderr-\(UUID())"))
        process.standardInput = try FileHandle(forReadingFrom: try home.write(input, to: "stdin-\(UUID())"))
        process.standardOutput = try Self.writing(to: output)
        process.standardError = try Self.writing(to: messages)
        try await process.runToEnd()
        return PacelineProcess(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            messages: try String(contentsOf: messages, encoding: .utf8))
    }

    static func bareEnvironment(_ home: Folder) -> [String: String] {
        let kept = ProcessInfo.processInfo.environment.filter {
            ["PATH", "LD_LIBRARY_PATH"].contains($0.key)
        }
        return kept.merging(["PACELINE_HOME": home.path, "HOME": home.path, "TZ": "UTC"]) { $1 }
    }

    private static func writing(to file: URL) throws -> FileHandle {
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }
}
