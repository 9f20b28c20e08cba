import ArgumentParser
import Paceline
import PacelineEngine

struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin", abstract: "Help members of a community on this machine.",
        subcommands: [Recover.self])

    struct Recover: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link with which a person chooses a new password.",
            discussion: """
                It is valid for 24 hours, works once, and replaces earlier links. Make sure that you give it to the \
                account's owner, who will see that you made it. The server may keep running.
                """)

        @Argument(help: "The person's username.") var username: String
        @OptionGroup var community: CommunityOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let link = try await community.engine().createRecoveryLink(for: username.withoutAtSign)
            var sheet = Sheet()
            sheet.add("Link", link.url)
            sheet.add("Code", link.code)
            sheet.add("Valid until", HumanTime.dateTime(link.expiresAt))
            try output.show(link, sheet)
            if EngineEnvironment().publicURL == link.url.replacing("/recover?code=\(link.code)", with: "") {
                Console.note(
                    "The link is for this machine. Set publicURL, or let the person type the code at /recover."
                )
            }
        }
    }
}
