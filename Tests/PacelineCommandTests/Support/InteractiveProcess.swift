import Foundation
import PacelineTestSupport

/// A running `paceline` whose output is read line by line and that is stopped with ^C.
final class InteractiveProcess {
    private let process: Process
    private var lines: AsyncStream<String>.Iterator
    private let exit: AsyncStream<Void>

    /// - Parameters:
    ///   - arguments: the arguments of `paceline`.
    ///   - home: the folder of the saved sign-in.
    init(_ arguments: [String], home: Folder) throws {
        process = Process()
        process.executableURL = ServerProcess.executable
        process.arguments = arguments
        process.environment = PacelineProcess.bareEnvironment(home)
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        let (exit, ended) = AsyncStream.makeStream(of: Void.self)
        self.exit = exit
        process.terminationHandler = { _ in ended.finish() }
        lines = Self.lines(from: output.fileHandleForReading).makeAsyncIterator()
        try process.run()
    }

    /// The printed lines. Reads block, so they run outside the tasks' threads.
    private static func lines(from output: FileHandle) -> AsyncStream<String> {
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        DispatchQueue.global().async {
            var rest: [UInt8] = []
            while case let part = output.nextBytes(), !part.isEmpty {
                rest += part
                let pieces = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                for piece in pieces.dropLast() { line.yield(String(decoding: piece, as: UTF8.self)) }
                rest = Array(pieces.last ?? [])
            }
            line.finish()
        }
        return lines
    }

    /// Reads lines up to the first match, or to the end of the output.
    func output(until matches: (String) -> Bool) async -> [String] {
        var result: [String] = []
        while let line = await lines.next(isolation: #isolation) {
            result.append(line)
            if matches(line) { break }
        }
        return result
    }

    /// Sends ^C and waits for the process to exit.
    /// - Returns: the exit status as in a shell: 128 plus the signal number if a signal ended the process.
    func interrupt() async -> Int32 {
        process.interrupt()
        for await _ in exit {}
        // A test beyond its time limit is cancelled, and does not wait.
        guard !process.isRunning else { return -1 }
        return process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    }
}
