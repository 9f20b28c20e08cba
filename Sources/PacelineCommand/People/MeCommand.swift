import ArgumentParser
import Foundation
import Paceline

struct MeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "me", abstract: "Show or edit your account.")

    @Option(
        help: ArgumentHelp(
            """
            The new username. Changing it needs a sign-in within the last ten minutes, and is possible three times in \
            30 days. For as long, you can also sign in with the old one.
            """, valueName: "name"))
    var setUsername: String?
    @Option(help: ArgumentHelp("The name that others see.", valueName: "name")) var displayName: String?
    @Option(help: ArgumentHelp("A text about yourself; empty to clear it.", valueName: "text")) var bio:
        String?
    @Option(
        help: ArgumentHelp(
            """
            Your email address, which only you see; empty to clear it. Changing it needs a sign-in within the last ten \
            minutes.
            """, valueName: "address"))
    var email: String?
    @Option(
        help: ArgumentHelp(
            """
            Your date of birth, such as 1990-05-17; it can be set once, after a sign-in within the last ten minutes, \
            and others never see it. If you are under 13, you keep only friends who used a friend code in the last \
            four months.
            """, valueName: "day"))
    var birthDate: Day?
    @Option(
        help: ArgumentHelp(
            "An IANA name such as Europe/Ljubljana; it decides when your day begins.", valueName: "zone"))
    var timeZone: String?
    @Option(help: ArgumentHelp("The profile's privacy: public, friends or private.", valueName: "level"))
    var privacy: PrivacyLevel?
    @Option(help: ArgumentHelp.workoutVisibility)
    var workoutVisibility: ItemVisibility?
    @Option(help: ArgumentHelp.scoreVisibility)
    var scoreVisibility: ScoreVisibility?

    @Flag(help: "Send the link that confirms your email address once more.") var sendConfirmation = false
    @Flag(help: "Show your friend code and its QR code.") var friendCode = false
    @Flag(help: "Show how much storage you use.") var storage = false

    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let services = try await context.services()
        if friendCode { return try await showFriendCode(services) }
        if storage {
            let use = try await services.storage()
            return try output.show(use, use.sheet)
        }
        if sendConfirmation {
            try await services.sendEmailConfirmation()
            Console.note("Open the link that the server sends to your email address.")
        }
        try await change(services)
        let account = try await services.me()
        try output.show(account, account.sheet)
        if !account.settings.hasChosenScoreVisibility {
            Console.note(
                """
                New scores are no longer public by default: they are for \(account.settings.scoreVisibility). Scores \
                that you have published stay as they are. Choose with: paceline me --score-visibility friends
                """)
        }
    }

    private func change(_ services: any SocialServices) async throws {
        let changes = AccountChanges(
            displayName: displayName, bio: bio, email: email, birthDate: birthDate, timeZone: timeZone,
            privacyLevel: privacy)
        if changes != AccountChanges() { _ = try await services.update(changes, ifMatch: nil) }
        // A birth date that comes first decides what the account starts with.
        if let setUsername { _ = try await services.setUsername(setUsername.withoutAtSign) }
        let settings = SettingsChanges(
            workoutVisibility: workoutVisibility, scoreVisibility: scoreVisibility)
        if settings != SettingsChanges() { _ = try await services.update(settings) }
    }

    private func showFriendCode(_ services: any SocialServices) async throws {
        let link = try await services.friendCode()
        let drawing = try QRCode(link.url).text
        try output.show(link) { console in
            var sheet = Sheet()
            sheet.add("Friend code", link.code)
            sheet.add("Link", link.url)
            return sheet.lines(on: console) + [drawing]
        }
    }
}

extension PrivacyLevel: ExpressibleByArgument {}

extension StorageUse {
    /// The storage as its owner sees it.
    fileprivate var sheet: Sheet {
        var sheet = Sheet()
        sheet.add("Used", Measure.size(usedBytes))
        sheet.add("Limit", limitBytes.map(Measure.size) ?? "none")
        if let nextLimitAt {
            let next = nextLimitBytes.map(Measure.size) ?? "none"
            sheet.add("Next limit", "\(next) from \(HumanTime.date(nextLimitAt))")
        }
        return sheet
    }
}

extension Account {
    /// The account as its owner sees it.
    var sheet: Sheet {
        var sheet = Sheet()
        sheet.add("Username", username.map { "@" + $0 } ?? "none yet")
        sheet.add("Name", displayName)
        sheet.add("About", bio)
        sheet.add("Email", email.map { isEmailConfirmed ? $0 : "\($0), not confirmed" })
        sheet.add("Profile", privacyLevel.rawValue)
        sheet.add("Role", role?.rawValue)
        sheet.add("Joined", HumanTime.date(joinedAt))
        sheet.add("Friends", "\(friendCount), followed by \(followerCount), following \(followingCount)")
        sheet.add(stats)
        sheet.add("New workouts", "\(settings.workoutVisibility)")
        sheet.add("New scores", "\(settings.scoreVisibility)")
        sheet.add("Time zone", timeZone)
        sheet.add("Born", birthDate.map(HumanTime.text(of:)) ?? "unknown; set it with --birth-date")
        return sheet
    }
}
