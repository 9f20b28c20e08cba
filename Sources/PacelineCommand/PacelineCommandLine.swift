import ArgumentParser
import Foundation
import PacelineAPI

/// The `paceline` command line tool for members, administrators and scripts.
@main
struct PacelineCommandLine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paceline",
        abstract: "Training and puzzles with friends: workouts, scores, feed, kudos and leaderboards.",
        discussion: """
            Sign in with `paceline sign-in`; later commands use that account and server. Use \
            `--data DIR --as USERNAME` to work on a local data folder without a server.

            Results go to standard output, messages to standard error. `--json` prints results as the API does. \
            Exit status: 0 success; 1 rejected or check failed; 64 usage error; 69 server unreachable; \
            70 unexpected error; 130 interrupted.
            """,
        version: "paceline \(Self.version)",
        groupedSubcommands: [
            CommandGroup(
                name: "Account",
                subcommands: [
                    SignUpCommand.self, SignInCommand.self, SignOutCommand.self, MeCommand.self,
                    SettingsCommand.self, PasswordCommand.self, SessionsCommand.self,
                    RecoveryCodesCommand.self, RecoverCommand.self, IdentitiesCommand.self,
                    PasskeysCommand.self, TokensCommand.self, SecurityCommand.self,
                ]),
            CommandGroup(
                name: "People",
                subcommands: [
                    PeopleCommand.self, FriendsCommand.self, RequestsCommand.self, FollowCommand.self,
                    UnfollowCommand.self, BlockCommand.self, UnblockCommand.self, MuteCommand.self,
                    UnmuteCommand.self,
                ]),
            CommandGroup(
                name: "Training",
                subcommands: [
                    WorkoutsCommand.self, ExperienceCommand.self, AchievementsCommand.self,
                    RewardsCommand.self, FeedCommand.self, KudosCommand.self, CommentCommand.self,
                    WatchCommand.self, NotificationsCommand.self,
                ]),
            CommandGroup(
                name: "Leaderboards",
                subcommands: [
                    ScoresCommand.self, BoardCommand.self, StreaksCommand.self, GamesCommand.self,
                    GroupsCommand.self, SeasonsCommand.self, TournamentsCommand.self,
                ]),
            CommandGroup(name: "Sync", subcommands: [ChangesCommand.self]),
            CommandGroup(
                name: "Administration",
                subcommands: [
                    ServeCommand.self, DemoCommand.self, CheckCommand.self, LogCommand.self,
                    BackupCommand.self, MigrateCommand.self, ConfigCommand.self, AdminCommand.self,
                    AnomaliesCommand.self,
                ]),
        ])

    static let version = PacelineVersion.current

    static func main() async {
        do {
            var command = try parseAsRoot()
            warnAboutPasswords(in: CommandLine.arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            if exitCode(for: error) == .validationFailure,
                let misspelling = Misspelling(in: Array(CommandLine.arguments.dropFirst()))
            {
                Failure(misspelling).end()
            }
            Failure(error).end()
        }
    }

    /// Other people on the machine can read the arguments of a process.
    private static func warnAboutPasswords(in arguments: [String]) {
        guard arguments.contains(where: DatabaseLocation.hasPassword(inArgument:)) else { return }
        Console.note(
            """
            Warning: other people on this machine can read the password in the arguments. Keep it in the file that \
            PGPASSFILE names (by default ~/.pgpass), and leave it out of the address.
            """)
    }
}
