import Foundation

/// A real server in its own process.
public final class ServerProcess: Sendable {
    /// The address of the server.
    public let url: URL
    private let identifier: Int32
    private let exit: AsyncStream<Void>

    private init(url: URL, identifier: Int32, exit: AsyncStream<Void>) {
        self.url = url
        self.identifier = identifier
        self.exit = exit
    }

    /// Starts a server and returns when it accepts requests.
    /// - Parameters:
    ///   - folder: the data folder.
    ///   - port: the port to listen on; 0 chooses a free port.
    ///   - database: the address of a PostgreSQL database; nil uses SQLite in the data folder.
    ///   - limitsRates: whether rate limits apply.
    public static func start(
        data folder: URL, port: Int = 0, database: String? = nil, limitsRates: Bool = false
    ) async throws -> ServerProcess {
        let process = Process()
        process.executableURL = executable
        process.arguments = ["serve", "--host", "127.0.0.1", "--port", "\(port)", "--data", folder.path]
        if let database { process.arguments? += ["--database", database] }
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PACELINE_RATE_LIMITS": "\(limitsRates)"]
        ) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (exit, ended) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ended.finish() }
        try process.run()
        let deadline = process.scheduleKill(after: 120)
        let address = await Self.firstAddress(in: output.fileHandleForReading)
        deadline.cancel()
        guard let address, let url = URL(string: address) else { throw CocoaError(.executableLoad) }
        return ServerProcess(url: url, identifier: process.processIdentifier, exit: exit)
    }

    /// Reads the address that the server prints when it is ready; nil if it exits without one.
    private static func firstAddress(in output: FileHandle) async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var text = ""
                while case let part = output.nextBytes(), !part.isEmpty {
                    text += String(decoding: part, as: UTF8.self)
                    if let match = text.firstMatch(of: /https?:\/\/[0-9.]+:[0-9]+(?=\s)/) {
                        return continuation.resume(returning: String(match.0))
                    }
                }
                continuation.resume(returning: nil)
            }
        }
    }

    /// Kills the server without warning.
    public func kill() {
        Foundation.kill(identifier, SIGKILL)
    }

    /// Asks the server to stop, like a process manager.
    public func stop() {
        Foundation.kill(identifier, SIGTERM)
    }

    /// Waits until the process has exited.
    public func waitUntilExit() async {
        for await _ in exit {}
    }

    /// The `paceline` executable, which is built into the same folder as the tests.
    public static var executable: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "paceline")
    }
}

extension FileHandle {
    /// Waits for bytes and returns them; empty at the end of the file.
    ///
    /// `availableData` crashes when a signal interrupts the wait, such as the one for the exit of a child process.
    public func nextBytes() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = readOnce(from: fileDescriptor, &buffer)
            if count >= 0 { return Array(buffer.prefix(count)) }
            guard errno == EINTR else { return [] }
        }
    }
}

private func readOnce(from descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
    read(descriptor, &buffer, buffer.count)
}
