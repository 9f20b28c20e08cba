import Foundation
import Paceline

/// Where a share text comes from: typed behind the command, a file, or standard input.
struct ShareTextSource {
    /// What was typed; nil and `-` stand for standard input.
    let argument: String?

    /// - Throws: ``Failure`` for what cannot be read, or is more than is read at once.
    func read() throws -> String {
        guard let argument, argument != "-" else { return try standardInput() }
        guard let file = try Self.file(argument) else { return argument }
        return try Self.text(from: file, named: argument)
    }

    /// Why nothing was found in it, and what to do.
    var noScoreFound: Failure {
        if let argument, argument != "-", !argument.contains(where: \.isWhitespace) {
            return Failure(
                .refused, "“\(argument)” is neither a file nor a share text that holds a score.",
                advice: Self.example)
        }
        return Failure(.refused, "No score was found in this text.", advice: Self.example)
    }

    private static let example =
        "Give what a game copies for sharing, such as “Wordle 1,512 3/6”. paceline games lists the games."

    private func standardInput() throws -> String {
        if isatty(STDIN_FILENO) == 1 {
            Console.say("Paste the text, then press Control-D on a line of its own.")
        }
        return try Self.text(from: .standardInput, named: "The text")
    }

    /// The file of this name; nil when there is none, so that it is the text itself.
    private static func file(_ name: String) throws -> FileHandle? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else { return nil }
        guard !isFolder.boolValue, let file = FileHandle(forReadingAtPath: name) else {
            throw Failure(.refused, "\(name) cannot be read as a file.")
        }
        return file
    }

    private static func text(from file: FileHandle, named name: String) throws -> String {
        let bytes = try file.read(upToCount: ShareText.limit + 1) ?? Data()
        guard bytes.count <= ShareText.limit else {
            throw Failure(
                .refused, "\(name) is too long: at most \(ShareText.limit / 1_024) KB are read at once.")
        }
        guard let text = String(data: bytes, encoding: .utf8) else {
            throw Failure(.refused, "\(name) is not text in UTF-8.")
        }
        return text
    }
}
