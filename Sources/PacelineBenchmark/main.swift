import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

// paceline-benchmark generate FILE
// paceline-benchmark generate-players FILE
// paceline-benchmark run DATABASE PLAYERS SERVER RESULTS [NAME…]
let arguments = CommandLine.arguments.dropFirst()
let community = LargeCommunity()

do {
    switch (arguments.first, arguments.count) {
    case ("generate", 2), ("generate-players", 2):
        let start = ContinuousClock.now
        let made = arguments.first == "generate" ? community : .players
        try await made.generate(at: arguments[2])
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
            usage: paceline-benchmark generate FILE | generate-players FILE
                | run DATABASE PLAYERS SERVER RESULTS [NAME…]
            """)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
