import Foundation
import Paceline
import Testing

@testable import PacelineCommand

/// A demo community of thirty people, made once by the program itself; each test takes a copy.
enum SmallCommunity {
    static let arguments = ["--people", "30", "--workouts", "300", "--seed", "7", "--until", "\(lastDay)"]

    /// Yesterday, since requests wait for thirty days only; the same one however long the tests take.
    private static let lastDay = Day(of: Date(), in: .gmt).adding(days: -1)

    private static let made = Task {
        let folder = try Folder()
        let run = try await PacelineProcess.run(["demo", "--data", folder.path] + arguments, home: folder)
        #expect(run.status == 0, "\(run.messages)")
        return folder
    }

    /// A data folder of the test's own.
    static func copy() async throws -> Folder {
        let (source, copy) = (try await made.value, try Folder())
        for name in ["paceline.sqlite", "demo.json"] {
            try FileManager.default.copyItem(at: source.file(name), to: copy.file(name))
        }
        return copy
    }
}

/// Somebody at a terminal, acting on a data folder or, once signed in, on a server.
struct Terminal {
    let home: Folder
    /// Put behind every command.
    var context: [String] = []

    func run(_ arguments: String..., input: String = "") async throws -> PacelineProcess {
        try await PacelineProcess.run(arguments + context, input: input, home: home)
    }

    /// What a command gives as JSON; it must succeed.
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
