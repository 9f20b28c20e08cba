import ArgumentParser
import Foundation

/// Reads passwords from a prompt or standard input. Arguments would be visible to the machine's other users.
struct PasswordOptions: ParsableArguments {
    @Flag(help: "Read passwords from standard input, one per line.")
    var passwordStdin = false

    /// Reads a password.
    /// - Parameters:
    ///   - name: the prompt.
    ///   - confirming: whether to prompt twice, as for a new password.
    func password(_ name: String = "Password", confirming: Bool = false) throws -> String {
        if passwordStdin { return try Self.read("Standard input contains no password.") }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                .usage, "Cannot prompt for a password without a terminal.",
                advice: "Pass it on standard input with --password-stdin.")
        }
        let password = try Self.ask(name + ": ")
        if confirming, try Self.ask("Repeat it: ") != password {
            throw Failure(.rejected, "The passwords do not match.", advice: "Try again.")
        }
        return password
    }

    private static func read(_ emptyMessage: String) throws -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw Failure(.usage, emptyMessage)
        }
        return line
    }

    private static func ask(_ prompt: String) throws -> String {
        // Echo is off before the prompt appears, so no keystroke is shown.
        let hidden = HiddenInput()
        defer { hidden.end() }
        Console.write(prompt)
        return try read("The password is empty.")
    }
}
