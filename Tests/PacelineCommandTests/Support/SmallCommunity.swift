import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineCommand

/// A demo community of 30 people, created once by the program. Each test works on a copy.
enum SmallCommunity {
    static let arguments = ["--people", "30", "--workouts", "300", "--seed", "7", "--until", "\(lastDay)"]

    /// Yesterday, since requests expire after 30 days. Computed once, in case tests run past midnight.
    private static let lastDay = Day(of: Date(), in: .gmt).adding(days: -1)

    private static let original = Task {
        let folder = try Folder()
        let run = try await PacelineProcess.run(["demo", "--data", folder.path] + arguments, home: folder)
        #expect(run.status == 0, "\(run.messages)")
        return folder
    }

    /// A copy of the data folder for one test.
    static func copy() async throws -> Folder {
        let (source, copy) = (try await original.value, try Folder())
        for name in ["paceline.sqlite", "ledger.key", "demo.json", "rewards.json"] {
            try FileManager.default.copyItem(at: source.file(name), to: copy.file(name))
        }
        return copy
    }
}

/// A user's terminal, on a data folder or, after signing in, on a server.
struct Terminal {
    let home: Folder
    /// Arguments appended to every command.
    var context: [String] = []

    func run(_ arguments: String..., input: String = "") async throws -> PacelineProcess {
        try await PacelineProcess.run(arguments + context, input: input, home: home)
    }

    /// Runs a command, expects success and returns its JSON.
    func json(_ arguments: String...) async throws -> [String: Any] {
        let run = try await PacelineProcess.run(arguments + ["--json"] + context, home: home)
        #expect(run.status == 0, "\(run.messages)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require(object as? [String: Any])
    }
}

extension [String: Any] {
    var items: [[String: Any]] { self["items"] as? [[String: Any]] ?? [] }
    func text(_ key: String) -> String { self[key] as? String ?? "" }
    func number(_ key: String) -> Int { self[key] as? Int ?? -1 }
}
