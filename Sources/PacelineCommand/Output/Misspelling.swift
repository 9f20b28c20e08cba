import ArgumentParser

/// A word that stands where a command should and is none, found when the arguments make no sense.
struct Misspelling: Equatable {
    /// The commands that were right, and the word that is not.
    let words: [String]
    /// The command that was likely meant.
    let nearest: String?

    init?(in arguments: [String]) {
        var (commands, path) = (Self.commands(of: PacelineCommandLine.self), [String]())
        for word in arguments.prefix(while: { !$0.hasPrefix("-") }) where word != "help" {
            if let next = commands[word] {
                (commands, path) = (Self.commands(of: next), path + [word])
                continue
            }
            let nearest = word.nearest(of: commands.keys.sorted(), within: max(1, word.count / 3))
            // Behind a command, any word may be an argument: only a near miss is a slip.
            guard !commands.isEmpty, path.isEmpty || nearest != nil else { return nil }
            self.nearest = nearest.map { (path + [$0]).joined(separator: " ") }
            words = path + [word]
            return
        }
        return nil
    }

    /// What may follow a command, by each of its names.
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
                ?? "See what there is with: paceline --help")
    }
}
