import Foundation
import PacelineLocal

/// What the person typed, checked.
struct Arguments {
    static let usage = """
        usage: pocket COMMAND [--offline] [--folder FOLDER]

          sign-in SERVER USERNAME         reads the password from the terminal, or a line from standard input
          feed [--full-screen]            the newest items of you and the people you follow
          publish SPORT MINUTES TITLE     such as: pocket publish rowing 45 "5 × 500 m"
          kudos ITEM                      an item is the end of its id, as the feed shows it
          comment ITEM TEXT
          status                          what waits to be sent, and since when
          sync                            sends what waits, and receives what is new
          refusals [retry N | discard N]  changes that the server refused
          sign-out [--discard]            removes everything from this folder

          without an account:
          start NAME                      begins a community of your own in this folder
          card                            your card, for friends who do the same
          add LINK                        adds the friend whose card it is
          paste me | paste FRIEND         reads what a game shared from standard input
          board                           your and your friends' points of seven days
          merge [--cancel]                brings it all into the account that is signed in
          merge --discard-pictures        does so without the pictures that the server refuses

        --offline does not use the network. --folder is where this device keeps its data.
        """

    enum Command {
        case help
        case signIn(to: URL, as: String)
        case signOut(isDiscarding: Bool)
        case feed(isFullScreen: Bool)
        case publish(WorkoutDraft)
        case kudos(String)
        case comment(String, String)
        case status
        case sync
        case refusals(RefusalAction?)
        case start(String)
        case card
        case add(String)
        case paste(String)
        case board
        case merge(isDiscardingPictures: Bool)
        case cancelMerge
    }

    enum RefusalAction {
        case retry(RefusedChange.ID)
        case discard(RefusedChange.ID)
    }

    private(set) var command = Command.help
    private(set) var isOffline = false
    private(set) var folder = FileManager.default.urls(
        for: .applicationSupportDirectory, in: .userDomainMask)[0]
        .appending(path: "Pocket")

    init(_ words: some Sequence<String>) throws {
        var (words, plain, flags) = (Array(words)[...], [String](), Set<String>())
        while let word = words.popFirst() {
            switch word {
            case "--offline": isOffline = true
            case "--folder":
                guard let path = words.popFirst() else { throw UsageProblem("--folder needs a folder.") }
                folder = URL(filePath: path, directoryHint: .isDirectory)
            case "--":
                plain += words
                words = []
            case _ where word.hasPrefix("--"): flags.insert(word)
            default: plain.append(word)
            }
        }
        command = try Self.command(plain, &flags)
        if let flag = flags.first { throw UsageProblem("\(flag) does not belong here.") }
    }

    private static func command(_ words: [String], _ flags: inout Set<String>) throws -> Command {
        let (name, rest) = (words.first ?? "", Array(words.dropFirst()))
        switch (name, rest.count) {
        case ("", 0), ("help", 0):
            flags.remove("--help")
            return .help
        case ("sign-in", 2): return .signIn(to: try server(rest[0]), as: rest[1])
        case ("sign-out", 0): return .signOut(isDiscarding: flags.remove("--discard") != nil)
        case ("feed", 0): return .feed(isFullScreen: flags.remove("--full-screen") != nil)
        case ("publish", 3): return .publish(try draft(rest[0], rest[1], title: rest[2]))
        case ("kudos", 1): return .kudos(rest[0])
        case ("comment", 2): return .comment(rest[0], rest[1])
        case ("status", 0): return .status
        case ("sync", 0): return .sync
        case ("refusals", 0): return .refusals(nil)
        case ("refusals", 2): return .refusals(try action(rest[0], rest[1]))
        case ("start", 1): return .start(rest[0])
        case ("card", 0): return .card
        case ("add", 1): return .add(rest[0])
        case ("paste", 1): return .paste(rest[0])
        case ("board", 0): return .board
        case ("merge", 0):
            if flags.remove("--cancel") != nil { return .cancelMerge }
            return .merge(isDiscardingPictures: flags.remove("--discard-pictures") != nil)
        default: throw UsageProblem("This is not a command: \(words.joined(separator: " "))")
        }
    }

    private static func server(_ text: String) throws -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw UsageProblem("A server is an address such as https://social.example.")
        }
        return url
    }

    private static func draft(_ sport: String, _ minutes: String, title: String) throws -> WorkoutDraft {
        guard let type = WorkoutType(rawValue: sport) else { throw UsageProblem("\(sport) is not a sport.") }
        guard let minutes = Double(minutes), minutes > 0 else {
            throw UsageProblem("The minutes are a number above 0.")
        }
        let duration = minutes * 60
        return WorkoutDraft(type: type, title: title, startedAt: .now - duration, duration: duration)
    }

    private static func action(_ verb: String, _ number: String) throws -> RefusalAction {
        switch (verb, Int64(number)) {
        case ("retry", let id?): .retry(id)
        case ("discard", let id?): .discard(id)
        default: throw UsageProblem("Use: pocket refusals retry N, or: pocket refusals discard N")
        }
    }
}

/// What is wrong with the arguments.
struct UsageProblem: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
