import ArgumentParser
import Foundation

/// The program `paceline`: everything a person, an administrator or a script does from a terminal.
@main
struct PacelineCommandLine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paceline",
        abstract: "A social layer for training: people, friends, workouts, feed, kudos and comments.",
        discussion: """
            Commands act as the person who signed in with `paceline sign-in`, on that person's server. With \
            `--data DIR --as USERNAME` they act on a data folder of this machine instead, without a server.

            Only data goes to standard output; `--json` gives it as the API does. Exit status: 0 done; 1 refused, \
            or differences found; 64 wrong usage; 69 server unreachable; 70 unexpected failure; 130 interrupted.
            """,
        version: "paceline \(Self.version)",
        groupedSubcommands: [
            CommandGroup(
                name: "Yourself",
                subcommands: [
                    SignUpCommand.self, SignInCommand.self, SignOutCommand.self, MeCommand.self,
                    PasswordCommand.self,
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
                    WorkoutsCommand.self, FeedCommand.self, KudosCommand.self, CommentCommand.self,
                    WatchCommand.self,
                    NotificationsCommand.self,
                ]),
            CommandGroup(
                name: "Leaderboards",
                subcommands: [
                    ScoresCommand.self, BoardCommand.self, StreaksCommand.self, GamesCommand.self,
                    GroupsCommand.self, SeasonsCommand.self,
                ]),
            CommandGroup(name: "Programs that follow along", subcommands: [ChangesCommand.self]),
            CommandGroup(
                name: "Running a community",
                subcommands: [
                    ServeCommand.self, DemoCommand.self, CheckCommand.self, LogCommand.self,
                    BackupCommand.self, MigrateCommand.self, ConfigCommand.self,
                ]),
        ])

    static let version = "0.1.0"

    static func main() async {
        do {
            var command = try parseAsRoot()
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
}
