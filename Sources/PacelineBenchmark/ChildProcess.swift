import Foundation

/// A running program and its standard output.
final class ChildProcess {
    private let name: String
    private let process = Process()
    private let pipe = Pipe()

    init(_ name: String, _ arguments: [String]) throws {
        self.name = name
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = pipe
        try process.run()
    }

    /// Waits for the program to exit and returns its output.
    func output() throws -> String {
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure("\(name) failed; is it installed?")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The reason why a benchmark failed.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
