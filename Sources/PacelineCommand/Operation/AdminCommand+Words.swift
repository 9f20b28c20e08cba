import ArgumentParser
import Paceline
import PacelineEngine

extension AdminCommand {
    struct Words: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rate a text by the word list of the content filter.",
            discussion: """
                Shows the severity, and what readers see with each filter. Texts of severity 4 are held for 72 hours. \
                The list is the built-in one with the file that the setting wordList names.
                """)

        @Argument(help: "The text.") var text: String
        @Option(help: ArgumentHelp.dataFolder)
        var data = "paceline-data"
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let configuration = try await CommunityConfiguration.load(
                file: DataFolder(data).configurationPath, isRequired: false, flags: [:])
            let rating = Rating(of: text, by: try configuration.words())
            try output.show(rating, rating.sheet)
        }

        struct Rating: Encodable {
            let severity: Int
            let isHeld: Bool
            let strict: String
            let moderate: String

            init(of text: String, by words: WordList) {
                severity = words.severity(of: text)
                isHeld = severity >= TextRating.heldFrom
                strict = words.masked(text, with: .strict)
                moderate = words.masked(text, with: .moderate)
            }

            fileprivate var sheet: Sheet {
                var sheet = Sheet()
                sheet.add("Severity", "\(severity)" + (isHeld ? " (held for 72 hours)" : ""))
                sheet.add("Strict", strict)
                sheet.add("Moderate", moderate)
                return sheet
            }
        }
    }
}
