import Foundation

/// A PostgreSQL server of its own, for tests that crash it under load.
public struct PostgresProcess: Sendable {
    /// The address of the server.
    public let address: String
    private let state: URL

    /// Calls the body with a temporary server.
    public static func withServer(_ body: (PostgresProcess) async throws -> Void) async throws {
        let state = FileManager.default.temporaryDirectory.appending(
            path: "paceline-postgres-state-\(UUID().uuidString)")
        let address = try await runScript("start", state).trimmingCharacters(in: .newlines)
        do {
            try await body(PostgresProcess(address: address, state: state))
        } catch {
            _ = try await runScript("stop", state)
            throw error
        }
        _ = try await runScript("stop", state)
    }

    /// Crashes the server and starts it again.
    public func restart() async throws {
        _ = try await Self.runScript("restart", state)
    }

    /// Runs `script/postgres` and returns its output.
    private static func runScript(_ command: String, _ state: URL) async throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appending(path: "script/postgres")
        process.arguments = [command]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PACELINE_POSTGRES_STATE": state.path]
        ) { $1 }
        // A file instead of a pipe, which the server would keep open after the script has ended.
        let output = state.appendingPathExtension("output")
        try Data().write(to: output)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try await process.runToEnd()
        guard process.terminationStatus == 0 else {
            throw TestPostgres.Failure(description: "script/postgres \(command) failed.")
        }
        let text = try String(contentsOf: output, encoding: .utf8)
        try FileManager.default.removeItem(at: output)
        return text
    }
}
