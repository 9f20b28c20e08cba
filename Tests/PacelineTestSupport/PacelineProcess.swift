import Foundation

/// A completed run of the built `paceline`.
public struct PacelineProcess {
    public let status: Int32
    public let output: String
    public let messages: String

    /// Runs the program to completion.
    /// - Parameters:
    ///   - arguments: the arguments of `paceline`.
    ///   - input: the standard input.
    ///   - home: the folder of the saved sign-in.
    ///   - environment: added to a minimal environment, so that the developer's settings have no effect.
    public static func run(
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
        // A test beyond its time limit is cancelled, and does not wait.
        try Task.checkCancellation()
        return PacelineProcess(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            messages: try String(contentsOf: messages, encoding: .utf8))
    }

    /// A minimal environment with this home.
    public static func bareEnvironment(_ home: Folder) -> [String: String] {
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
