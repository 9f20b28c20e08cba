import Foundation
import Paceline

/// The source of a share text: the argument itself, a file, or standard input.
struct ShareTextSource {
    /// A text or a file name; nil or `-` for standard input.
    let argument: String?

    /// Reads the text.
    /// - Throws: ``Failure`` if it cannot be read, is not UTF-8, or is longer than ``ShareText/limit`` bytes.
    func read() throws -> String {
        guard let argument, argument != "-" else { return try standardInput() }
        guard let file = try Self.file(argument) else { return argument }
        return try Self.text(from: file, named: argument)
    }

    /// The error for a text without a score.
    var noScoreFound: Failure {
        if let argument, argument != "-", !argument.contains(where: \.isWhitespace) {
            return Failure(
                .rejected, "“\(argument)” is neither a file nor a share text with a score.",
                advice: Self.example)
        }
        return Failure(.rejected, "The text contains no score.", advice: Self.example)
    }

    private static let example =
        "Use the text that a game copies, such as “Wordle 1,512 3/6”. List the games with: paceline games"

    private func standardInput() throws -> String {
        if isatty(STDIN_FILENO) == 1 {
            Console.note("Paste the text, then press Control-D on an empty line.")
        }
        return try Self.text(from: .standardInput, named: "The text")
    }

    /// Opens the file; nil if there is none, which means that the argument is the text itself.
    private static func file(_ name: String) throws -> FileHandle? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else { return nil }
        guard !isFolder.boolValue, let file = FileHandle(forReadingAtPath: name) else {
            throw Failure(.rejected, "\(name) cannot be read as a file.")
        }
        return file
    }

    private static func text(from file: FileHandle, named name: String) throws -> String {
        let bytes = try file.read(upToCount: ShareText.limit + 1) ?? Data()
        guard bytes.count <= ShareText.limit else {
            throw Failure(
                .rejected, "\(name) is too long. The limit is \(ShareText.limit / 1_024) KB.")
        }
        guard let text = String(data: bytes, encoding: .utf8) else {
            throw Failure(.rejected, "\(name) is not UTF-8 text.")
        }
        return text
    }
}
