import ArgumentParser

/// An unknown word in the place of a command, used to improve the message for a usage error.
struct Misspelling: Equatable {
    /// The valid commands, followed by the unknown word.
    let words: [String]
    /// The closest command, with its parents.
    let nearest: String?

    init?(in arguments: [String]) {
        var (commands, path) = (Self.commands(of: PacelineCommandLine.self), [String]())
        for word in arguments.prefix(while: { !$0.hasPrefix("-") }) where word != "help" {
            if let next = commands[word] {
                (commands, path) = (Self.commands(of: next), path + [word])
                continue
            }
            let nearest = word.nearest(of: commands.keys.sorted(), within: max(1, word.count / 3))
            // After a command, any word may be an argument, so only a close match counts as a misspelling.
            guard !commands.isEmpty, path.isEmpty || nearest != nil else { return nil }
            self.nearest = nearest.map { (path + [$0]).joined(separator: " ") }
            words = path + [word]
            return
        }
        return nil
    }

    /// The subcommands by name and alias.
    private static func commands(of command: any ParsableCommand.Type) -> [String: any ParsableCommand.Type] {
        var commands: [String: any ParsableCommand.Type] = [:]
        for subcommand in command.configuration.subcommands {
            for name in [subcommand._commandName] + subcommand.configuration.aliases {
                commands[name] = subcommand
            }
        }
        return commands
    }
}

extension Failure {
    init(_ misspelling: Misspelling) {
        self.init(
            .usage, "There is no command “\(misspelling.words.joined(separator: " "))”.",
            advice: misspelling.nearest.map { "Did you mean: paceline \($0)" }
                ?? "List all commands with: paceline --help")
    }
}
