import Foundation

/// Measures how long `paceline demo` takes, which people wait for when they try Paceline.
struct DemoBenchmarks {
    /// The path of the `paceline` executable.
    let executable: String

    private static let mostSeconds = 20.0

    func run() throws -> [Measurement] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paceline-demo-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let start = ContinuousClock.now
        _ = try ChildProcess(executable, ["demo", "--data", folder.path]).output()
        return [
            Measurement(
                "Demo community", milliseconds: (ContinuousClock.now - start).milliseconds,
                atMost: Self.mostSeconds * 1_000)
        ]
    }
}
