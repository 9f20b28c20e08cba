import ArgumentParser
import Foundation
import Paceline
import PacelineEngine

struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Help members of a community on this machine, choose its staff, and hand over rewards.",
        subcommands: [
            Recover.self, BirthDate.self, Grant.self, Staff.self, Words.self, Mail.self, Rewards.self,
        ])

    struct Recover: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link with which a person chooses a new password.",
            discussion: """
                It is valid for 24 hours, works once, and replaces earlier links. Make sure that you give it to the \
                account's owner, who is notified that you made it. \(SharedTexts.serverMayRun) \
                \(SharedTexts.logsSecurityEvent)
                """)

        @Argument(help: ArgumentHelp.username) var username: String
        @Option(
            name: .customLong("public-url"),
            help: ArgumentHelp(
                "The server's public address for the link, instead of publicURL in the settings.",
                valueName: "url"))
        var publicURL: String?
        @OptionGroup var community: CommunityOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard let publicURL else { return }
            let url = URL(string: publicURL)
            guard let url, ["http", "https"].contains(url.scheme), url.host() != nil, url.query() == nil
            else {
                throw ValidationError("Use an address such as https://crew.example.")
            }
        }

        func run() async throws {
            let engine = try await community.accountEngine(
                publicURL: publicURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
            let link = try await engine.createRecoveryLink(for: username.withoutAtSign)
            var sheet = Sheet()
            sheet.add("Link", link.url)
            sheet.add("Code", link.code)
            sheet.add("Valid until", HumanTime.dateTime(link.expiresAt))
            try output.show(link, sheet)
            if ["127.0.0.1", "::1", "localhost"].contains(URL(string: link.url)?.host()) {
                Console.note(
                    """
                    The link is for this machine. Use --public-url, set publicURL, or let the person type the code at \
                    /recover.
                    """)
            }
        }
    }

    struct Mail: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send a message to try the mail settings.",
            discussion: """
                Runs mailCommand once, with the settings of the community, and shows what the program reports if it \
                fails.
                """)

        @Argument(help: ArgumentHelp("Where to send it.", valueName: "address")) var address: String
        @OptionGroup var community: CommunityOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            guard let receiver = MailAddress(address) else {
                throw Failure(.rejected, "“\(address)” is not an address that gets mail.")
            }
            let environment = try await community.accountEngine(publicURL: nil).environment
            guard let mail = environment.mail else {
                throw Failure(
                    .rejected, SocialError.sendsNoMail.message, advice: "Set mailCommand and mailFrom.")
            }
            let message = MailMessage(
                to: receiver, subject: "Mail from \(environment.publicURL)",
                body: "This community can send mail: \(environment.publicURL)\n")
            do {
                try await mail.send(message)
            } catch let failure as MailFailure {
                throw Failure(.rejected, failure.description)
            }
            try output.acknowledge("Passed a message for \(receiver) to mailCommand.")
        }
    }

    struct BirthDate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Correct a person's birth date, which they can set only once.",
            discussion: """
                Settings that their age no longer allows are restricted; the others stay as they are. The person is \
                notified. \(SharedTexts.serverMayRun) \(SharedTexts.logsSecurityEvent)
                """)

        @Argument(help: ArgumentHelp.username) var username: String
        @Argument(help: ArgumentHelp("The birth date, such as 1990-05-17.", valueName: "day")) var birthDate:
            Day
        @OptionGroup var community: CommunityOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let name = username.withoutAtSign
            try await community.accountEngine(publicURL: nil).correctBirthDate(of: name, to: birthDate)
            try output.acknowledge("@\(name) was born on \(HumanTime.text(of: birthDate)).")
        }
    }
}
