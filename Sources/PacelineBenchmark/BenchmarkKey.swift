import Foundation
import PacelineEngine

/// The key of the ledgers of all benchmark communities, which are opened in this process and by servers in turn.
enum BenchmarkKey {
    private static let bytes = [UInt8](repeating: 7, count: LedgerKey.length)

    /// The path of a file with the key, for a server.
    static func file() throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "paceline-benchmark.key")
        try Data(bytes).write(to: file, options: .atomic)
        return file.path
    }

    /// An environment with the key.
    static func environment(
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> EngineEnvironment {
        var environment = EngineEnvironment(now: now)
        environment.ledgerKey = LedgerKey(bytes: bytes)
        return environment
    }
}
