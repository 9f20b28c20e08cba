import ArgumentParser
import Paceline
import PacelineEngine

extension AdminCommand {
    struct Grant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a person a moderator or an administrator, or a member again.",
            discussion: """
                The person needs a password, Apple or a passkey to sign in with. All their sessions end, and \
                they are notified. Before they act, they need recovery codes or a passkey. Staff sessions end after \
                12 hours without use, and 30 days after signing in; staff passwords have at least 12 characters, and \
                a shorter one no longer signs in, so it should be changed first. Who regains the account with a recovery code or link needs the role again. \
                \(SharedTexts.serverMayRun) \
                \(SharedTexts.logsSecurityEvent)
                """)

        @Argument(help: ArgumentHelp.username) var username: String
        @Argument(help: "moderator, administrator or member.") var role: Role
        @Flag(help: "Take the role from the only administrator, too.") var leaveNoAdministrator = false
        @OptionGroup var community: CommunityOptions
        @OptionGroup var output: OutputOptions

        enum Role: String, ExpressibleByArgument, CaseIterable {
            case moderator, administrator, member
        }

        func run() async throws {
            let name = username.withoutAtSign
            let hasChanged = try await community.accountEngine(publicURL: nil).setRole(
                of: name, to: StaffRole(rawValue: role.rawValue),
                leavingNoAdministrator: leaveNoAdministrator)
            let article = role == .administrator ? "an" : "a"
            try output.acknowledge(
                "@\(name) is \(hasChanged ? "now" : "already") \(article) \(role.rawValue).")
        }
    }

    struct Staff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the moderators and administrators.")

        @OptionGroup var community: CommunityOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let staff = try await community.engine().staff()
            try output.show(staff, staff.table)
            if staff.isEmpty {
                Console.note(
                    "No one has a role yet. Make an administrator with: paceline admin grant USERNAME administrator"
                )
            }
        }
    }
}

extension [StaffMember] {
    /// The staff, one per line.
    fileprivate var table: Table {
        var table = Table(.left("USERNAME"), .truncated("NAME"), .left("ROLE"))
        for member in self {
            table.add(
                .init("@" + member.username, .accent), .init(member.displayName), .init(member.role.rawValue))
        }
        return table
    }
}
