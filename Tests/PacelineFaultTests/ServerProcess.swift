import Foundation

/// The real server as a process of its own.
final class ServerProcess: Sendable {
    let url: URL
    private let identifier: Int32
    private let exit: AsyncStream<Void>

    private init(url: URL, identifier: Int32, exit: AsyncStream<Void>) {
        self.url = url
        self.identifier = identifier
        self.exit = exit
    }

    /// Starts it on a free port, and returns when it answers.
    static func start(data folder: URL) async throws -> ServerProcess {
        let process = Process()
        process.executableURL = executable
        process.arguments = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", folder.path]
        process.environment = ProcessInfo.processInfo.environment.merging(["PACELINE_RATE_LIMITS": "false"]) {
            $1
        }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (exit, ended) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ended.finish() }
        try process.run()
        let address = await Self.firstAddress(in: output.fileHandleForReading)
        guard let address, let url = URL(string: address) else { throw CocoaError(.executableLoad) }
        return ServerProcess(url: url, identifier: process.processIdentifier, exit: exit)
    }

    /// The address that the server prints once it answers; nil when it ends without one.
    private static func firstAddress(in output: FileHandle) async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var text = ""
                while let part = String(data: output.availableData, encoding: .utf8), !part.isEmpty {
                    text += part
                    if let match = text.firstMatch(of: /https?:\/\/[0-9.]+:[0-9]+(?=\s)/) {
                        return continuation.resume(returning: String(match.0))
                    }
                }
                continuation.resume(returning: nil)
            }
        }
    }

    func kill() {
        Foundation.kill(identifier, SIGKILL)
    }

    func ended() async throws {
        for await _ in exit {}
    }

    /// `paceline`, built beside the tests.
    private static var executable: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "paceline")
    }
}
