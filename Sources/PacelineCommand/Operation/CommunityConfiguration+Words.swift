import Foundation
import PacelineEngine

extension CommunityConfiguration {
    /// The largest file with words, in bytes.
    private static let largestWordList = 1_000_000

    /// The built-in words, with those of the file that the setting `wordList` names.
    /// - Throws: ``Failure`` if the file cannot be read or has a wrong line.
    func words() throws -> WordList {
        let path = text("wordList")
        guard !path.isEmpty else { return .builtIn }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Failure(.rejected, "The word list \(path) cannot be read.")
        }
        guard bytes.count <= Self.largestWordList, let list = String(data: bytes, encoding: .utf8) else {
            throw Failure(.rejected, "The word list \(path) is not UTF-8 text of at most 1 MB.")
        }
        do throws(WordList.Malformed) {
            return try WordList.builtIn.adding(list)
        } catch {
            throw Failure(
                .rejected, "Line \(error.line) of the word list \(path) is wrong.",
                advice: "Write a severity from 0 to 4 and a word, such as: 3 darn")
        }
    }
}
