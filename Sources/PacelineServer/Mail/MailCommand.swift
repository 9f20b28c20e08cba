import Foundation
import PacelineEngine
import Synchronization

/// Sends mail with a program such as `msmtp -t`, which reads a whole message from its standard input.
///
/// No shell is involved, and no part of a message is among the arguments, which other people on the machine can read.
/// The program's environment lacks this server's settings, which include secrets. A program that takes too long is
/// killed.
///
/// ```swift
/// environment.mail = try MailCommand("msmtp -t", from: MailAddress("crew@crew.example")!)
/// ```
public struct MailCommand: MailTransport {
    private let program: URL
    private let arguments: [String]
    private let sender: MailAddress
    private let timeout: Duration
    private let environment: [String: String]
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - command: the program, a path or a name in `PATH`, and its arguments, separated by spaces.
    ///   - sender: the address in `From`.
    ///   - timeout: how long the program may take.
    ///   - environment: the program's environment; the variables of this server and of PostgreSQL, which begin with
    ///     `PACELINE_` and `PG`, are left out.
    ///   - now: the time in `Date`.
    /// - Throws: ``MailFailure`` if there is no such program.
    public init(
        _ command: String, from sender: MailAddress, timeout: Duration = .seconds(30),
        environment: [String: String] = ProcessInfo.processInfo.environment,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let words = command.split(separator: " ").map(String.init)
        let path = environment["PATH"] ?? ""
        guard let name = words.first, let program = Self.program(named: name, in: path) else {
            throw MailFailure("There is no program “\(words.first ?? "")” that can be run.")
        }
        self.program = program
        arguments = Array(words.dropFirst())
        self.sender = sender
        self.timeout = timeout
        self.environment = environment.filter { !$0.key.hasPrefix("PACELINE_") && !$0.key.hasPrefix("PG") }
        self.now = now
    }

    private static func program(named name: String, in path: String) -> URL? {
        let folders = name.contains("/") ? [""] : path.split(separator: ":").map { "\($0)/" }
        return folders.map { $0 + name }.first(where: isProgram).map { URL(filePath: $0) }
    }

    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let files = FileManager.default
        return files.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && files.isExecutableFile(atPath: path)
    }

    public func send(_ message: MailMessage) async throws {
        let text = message.text(from: sender, at: now())
        let run = MailProcess(
            program, arguments, environment, message: Data(text.utf8), timeout: timeout)
        let end = try await withTaskCancellationHandler {
            try await run.end()
        } onCancel: {
            run.cancel()
        }
        try Task.checkCancellation()
        switch end {
        case .succeeded: return
        case .failed(let status, let errors):
            let hidden = (message.secrets + [message.receiver.description]).reduce(errors) {
                $0.replacing($1, with: "…")
            }
            // The program may quote other servers, whose text must not look like entries of the log.
            let line = hidden.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
            let reason = String(String.UnicodeScalarView(line).prefix(MailProcess.errorLength))
                .trimmingCharacters(in: .whitespacesAndNewlines)
            throw MailFailure("The program failed with \(status)" + (reason.isEmpty ? "." : ": \(reason)"))
        case .killed:
            throw MailFailure("The program took longer than \(timeout.components.seconds) seconds.")
        }
    }
}

/// One run of a program that gets a message.
private final class MailProcess: Sendable {
    enum End: Sendable {
        case succeeded
        /// - Parameter errors: the start of what it wrote to standard error. Longer than what is logged, so that a
        ///   secret at the end of that is recognised whole.
        case failed(status: Int32, errors: String)
        case killed
    }

    private typealias Continuation = CheckedContinuation<End, any Error>

    private enum State: Sendable {
        case waiting
        case running(pid_t, Continuation)
        /// - Parameter continuation: nil if the program was not started.
        case killed(Continuation?)
        case ended
    }

    /// How much of what the program writes to standard error is logged, in characters.
    static let errorLength = 500

    private let program: URL
    private let arguments: [String]
    private let environment: [String: String]
    private let message: Data
    private let timeout: Duration
    private let state = Mutex(State.waiting)

    init(
        _ program: URL, _ arguments: [String], _ environment: [String: String], message: Data,
        timeout: Duration
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.message = message
        self.timeout = timeout
    }

    /// Runs the program, and waits for its end.
    func end() async throws -> End {
        let process = Process()
        let deadline = Task {
            try await Task.sleep(for: timeout)
            cancel()
        }
        defer { deadline.cancel() }
        let end = try await withCheckedThrowingContinuation { start(process, $0) }
        return withExtendedLifetime(process) { end }
    }

    private func start(_ process: Process, _ continuation: Continuation) {
        let input = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input.fileHandleForReading
        process.standardOutput = FileHandle.nullDevice
        process.standardError = Pipe()
        process.terminationHandler = { [self] process in finish(process) }
        do {
            // A message fits into the pipe, and the reading end is still open here. So neither a program that reads
            // nothing nor one that ends early can block this server or end it by a signal.
            try input.fileHandleForWriting.write(contentsOf: message)
            try input.fileHandleForWriting.close()
            let isStarted = try state.withLock { state in
                guard case .waiting = state else { return false }
                try process.run()
                state = .running(process.processIdentifier, continuation)
                return true
            }
            if !isStarted { continuation.resume(returning: .killed) }
        } catch {
            state.withLock { $0 = .ended }
            continuation.resume(throwing: MailFailure("The program could not be started: \(error)"))
        }
    }

    private func finish(_ process: Process) {
        let (continuation, isKilled) = state.withLock { state -> (Continuation?, Bool) in
            defer { state = .ended }
            switch state {
            case .running(_, let continuation): return (continuation, false)
            case .killed(let continuation): return (continuation, true)
            case .waiting, .ended: return (nil, false)
            }
        }
        guard let continuation else { return }
        if isKilled {
            continuation.resume(returning: .killed)
        } else if process.terminationReason == .exit, process.terminationStatus == 0 {
            continuation.resume(returning: .succeeded)
        } else {
            continuation.resume(
                returning: .failed(status: process.terminationStatus, errors: Self.errors(of: process)))
        }
    }

    /// Kills the program if it runs; if it has not been started, it will not be.
    func cancel() {
        state.withLock { state in
            switch state {
            case .waiting: state = .killed(nil)
            case .running(let identifier, let continuation):
                state = .killed(continuation)
                _ = kill(identifier, SIGKILL)
            case .killed, .ended: break
            }
        }
    }

    /// What a program that has ended left in the pipe. Does not wait: a child of the program may keep the pipe open.
    private static func errors(of process: Process) -> String {
        guard let descriptor = (process.standardError as? Pipe)?.fileHandleForReading.fileDescriptor,
            fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
        else { return "" }
        var bytes = [UInt8](repeating: 0, count: 4 * errorLength)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
