import Foundation

/// The real server as a process of its own.
public final class ServerProcess: Sendable {
    /// Where it answers.
    public let url: URL
    private let identifier: Int32
    private let exit: AsyncStream<Void>

    private init(url: URL, identifier: Int32, exit: AsyncStream<Void>) {
        self.url = url
        self.identifier = identifier
        self.exit = exit
    }

    /// Starts it, and returns when it answers.
    /// - Parameters:
    ///   - port: where it listens; 0 takes a free port.
    ///   - database: where the community is kept, when not in the folder.
    ///   - limitsRates: whether callers may ask only so often.
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

    /// The address that the server prints once it answers; nil when it ends without one.
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

    /// Ends it without warning.
    public func kill() {
        Foundation.kill(identifier, SIGKILL)
    }

    /// Asks it to stop, as a supervisor does.
    public func stop() {
        Foundation.kill(identifier, SIGTERM)
    }

    /// Returns when the process has ended.
    public func waitUntilExit() async {
        for await _ in exit {}
    }

    /// `paceline`, built beside the tests.
    public static var executable: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "paceline")
    }
}

extension FileHandle {
    /// What has been written at the other end, as soon as there is something; empty when it has closed.
    ///
    /// `availableData` ends the whole program when a signal interrupts the wait, as the end of a child process does.
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
