import Foundation
import PacelineTestSupport

/// The built program while it runs and prints, as somebody watches it who ends it with ^C.
final class InteractiveProcess {
    private let process: Process
    private var lines: AsyncStream<String>.Iterator
    private let exit: AsyncStream<Void>

    /// - Parameters:
    ///   - arguments: as typed after `paceline`.
    ///   - home: where the sign-in is kept.
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

    /// Each line as it is printed. Nobody waits on a task's thread for it.
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

    /// The lines that come next, up to the first that is wanted; fewer when the program ends before.
    func output(until isWanted: (String) -> Bool) async -> [String] {
        var said: [String] = []
        while let line = await lines.next(isolation: #isolation) {
            said.append(line)
            if isWanted(line) { break }
        }
        return said
    }

    /// Presses ^C, and waits for the end.
    /// - Returns: the status as a shell gives it, which adds 128 to the signal that ended a program.
    func interrupt() async -> Int32 {
        process.interrupt()
        for await _ in exit {}
        return process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    }
}
