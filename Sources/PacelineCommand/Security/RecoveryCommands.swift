import ArgumentParser
import Foundation
import Paceline
import PacelineClient

struct RecoveryCodesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery-codes", abstract: "Count your recovery codes, or create new ones.",
        discussion: """
            With a recovery code you choose a new password if you lose yours: see `paceline recover`. Creating codes \
            needs a sign-in within the last ten minutes.
            """)

    @Flag(help: "Create ten codes and print them, one per line. Earlier ones stop working.")
    var new = false

    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let services = try await context.services()
        guard new else {
            let status = try await services.recoveryCodes()
            return try output.show(status, status.sheet)
        }
        let codes = try await services.createRecoveryCodes()
        var table = Table(.left(""))
        for code in codes.items { table.add(.init(code)) }
        try output.show(codes, table)
        Console.note("Store them somewhere safe. They are not shown again.")
    }
}

extension RecoveryCodesStatus {
    fileprivate var sheet: Sheet {
        var sheet = Sheet()
        sheet.add("Unused codes", "\(unusedCount)")
        sheet.add("Created", createdAt.map { HumanTime.date($0) })
        return sheet
    }
}

struct RecoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Choose a new password with a recovery code, and sign in.",
        discussion: """
            Ends all your other sign-ins and revokes your access tokens. With --password-stdin, the first line is the \
            code and the second the new password. If the server sends mail, --link sends a link to the confirmed \
            address of an account instead. If another person changed how you sign in, --former undoes that within \
            seven days.
            """)

    @Option(
        help: ArgumentHelp(
            "Restore the account with this username, with its former password.", valueName: "username"))
    var former: String?

    @Option(
        help: ArgumentHelp(
            "Only send a link to the account with this username or email address.", valueName: "account"))
    var link: String?

    @Option(help: ArgumentHelp("The server.", valueName: "url"))
    var server: String?

    @OptionGroup var secret: PasswordOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard former == nil || link == nil else { throw ValidationError("Use either --former or --link.") }
    }

    func run() async throws {
        let address = try ServerAddress(server ?? SavedSignIn.load()?.server ?? ServerAddress.defaultURL)
        if let link {
            try await address.remote().sendRecoveryLink(to: link)
            return try output.acknowledge(
                "If the account has a confirmed email address, a link is on its way. It works for 30 minutes."
            )
        }
        if let former {
            let signedIn = try await address.remote().restore(
                with: .password(
                    username: former.withoutAtSign, password: try secret.password("Former password")))
            try SavedSignIn(signedIn, on: address).save()
            Console.note("Restored your former ways to sign in, and signed in.")
            return try output.show(signedIn.person, signedIn.person.sheet)
        }
        let code = try secret.password("Recovery code")
        let recovery = Recovery(
            code: code, newPassword: try secret.password("New password", confirming: true))
        let signedIn = try await address.remote().recover(recovery)
        try SavedSignIn(signedIn, on: address).save()
        Console.note("Changed the password and signed in to \(address.url.absoluteString).")
        try output.show(signedIn.person, signedIn.person.sheet)
    }
}
