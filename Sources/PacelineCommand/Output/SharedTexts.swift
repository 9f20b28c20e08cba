import ArgumentParser
import Paceline
import PacelineAPI

/// The sentences that several commands print. All others are in their command.
enum SharedTexts {
    static let notSignedIn = ProblemKind.of(.unauthenticated).title
    static let signIn = "Sign in with: paceline sign-in USERNAME --server URL"
    static let chooseUsername = "Choose one with: paceline me --set-username NAME"

    static let serverOrData = "Use either --server or --data."

    static let moreResults = "There are more results. Use a larger --limit."
    static let noVisibleScores = "There are no scores that you can see."

    static let dryRun = "Dry run: nothing was published."
    static let runAgain = "Run the same command again to continue."
    static let noReason = "no reason given"

    static let listGroups = "List your groups with: paceline groups"
    static let noActiveGroup = "You have no active group."
    static let leftGroup = "You left the group."
    static func joined(_ group: LeaderboardGroup) -> String { "You joined “\(group.title)”." }

    static let noParkedEvents = "There are no parked events."
    static let listParkedEvents = "List them with: paceline log"
    static let countersAreCorrect = "All counters are correct."
    static let copyLedgerKey =
        "Copy the community's ledger.key into the data folder, or name it with the setting ledgerKeyFile."
    static let serverMayRun = "The server may keep running."
    static let logsSecurityEvent =
        "Like the server, this logs the security event at notice to standard error."
    static let endsOtherSignIns = """
        Ends all your other sign-ins, and the access tokens and recovery codes of the last seven days.
        """
    static func wrongCounters(inCopy count: Int) -> String {
        "The copy has \(Measure.count(count, "wrong counter"))."
    }
}

/// The help of arguments that several commands have.
extension ArgumentHelp {
    static let firstDay: ArgumentHelp = "The first day, such as 2026-05-03."
    static let lastDay: ArgumentHelp = "The last day, inclusive."
    static let dryRun: ArgumentHelp = "Preview without publishing."
    static let comment: ArgumentHelp = "The comment's id, or its last digits."
    static let title: ArgumentHelp = "The title, 1 to 50 characters."
    static let workout: ArgumentHelp = "The workout's id, or its last digits."
    static let redemption: ArgumentHelp = "The redeemed reward, by its digits in the list."
    static let username: ArgumentHelp = "The person's username."
    static let server = ArgumentHelp("The server; by default the one you are signed in to.", valueName: "url")
    static let newFile = ArgumentHelp("The file to write; it must not exist.", valueName: "file")
    static let dataFolder = ArgumentHelp("The data folder.", valueName: "dir")
    static let newDataFolder = ArgumentHelp("The data folder; created if missing.", valueName: "dir")
    static let workoutVisibility = ArgumentHelp(
        "The default visibility of workouts: private (only me), friends, followers or public.",
        valueName: "level")
    static let scoreVisibility = ArgumentHelp(
        """
        The default visibility of scores: private (only me), groups, friends, followers or public. With groups, only \
        you see them, and their points count on the boards of your groups. Published scores keep theirs.
        """, valueName: "level")
}
