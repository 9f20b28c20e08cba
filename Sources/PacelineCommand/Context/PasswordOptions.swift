import ArgumentParser
import Foundation

/// Where a password comes from: never from an argument, which other people of the machine could read.
struct PasswordOptions: ParsableArguments {
    @Flag(help: "Read the password from standard input: a line for each that is asked for.")
    var passwordStdin = false

    /// - Parameters:
    ///   - name: what to ask for.
    ///   - confirming: whether it is asked for twice, as for a new one.
    func password(_ name: String = "Password", confirming: Bool = false) throws -> String {
        if passwordStdin { return try Self.read("No password came from standard input.") }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                .usage, "There is no terminal to ask for the password.",
                advice: "Give it on standard input, with --password-stdin.")
        }
        let password = try Self.ask(name + ": ")
        if confirming, try Self.ask("The same again: ") != password {
            throw Failure(.refused, "The two passwords differ.", advice: "Try again.")
        }
        return password
    }

    private static func read(_ complaint: String) throws -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw Failure(.usage, complaint)
        }
        return line
    }

    private static func ask(_ prompt: String) throws -> String {
        // Before the prompt, so that nothing is typed in sight.
        let hidden = HiddenInput()
        defer { hidden.end() }
        Console.write(prompt)
        return try read("No password was given.")
    }
}
