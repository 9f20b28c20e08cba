import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

// paceline-benchmark generate large|players FILE
// paceline-benchmark run DATABASE PLAYERS SERVER RESULTS [NAME…]
let arguments = CommandLine.arguments.dropFirst()
let community = LargeCommunity()

do {
    switch (arguments.first, arguments.count) {
    case ("generate", 3) where ["large", "players"].contains(arguments[2]):
        let start = ContinuousClock.now
        let generated = arguments[2] == "large" ? community : .players
        try await generated.generate(at: arguments[3])
        print("Generated in \((ContinuousClock.now - start).components.seconds) s.")
    case ("run", 5...):
        let report = try await BenchmarkReport.measuring(
            database: arguments[2], players: arguments[3], server: arguments[4], community,
            names: arguments.dropFirst(5))
        print(report.markdown)
        try report.json.write(to: URL(filePath: arguments[5]))
    default:
        throw BenchmarkFailure(
            """
            usage: paceline-benchmark generate large|players FILE
                | run DATABASE PLAYERS SERVER RESULTS [NAME…]
            """)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
