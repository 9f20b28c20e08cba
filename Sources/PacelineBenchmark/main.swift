import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

// paceline-benchmark generate large|players FILE
// paceline-benchmark key large|players
// paceline-benchmark run DATABASE PLAYERS SERVER RESULTS [NAME…]
let arguments = CommandLine.arguments.dropFirst()
let community = LargeCommunity()

do {
    let named = arguments.count > 1 ? LargeCommunity.named(arguments[2]) : nil
    switch (arguments.first, arguments.count, named) {
    case ("generate", 3, let generated?):
        let start = ContinuousClock.now
        try await generated.generate(at: arguments[3])
        print("Generated in \((ContinuousClock.now - start).components.seconds) s.")
    case ("key", 2, let generated?): print(generated.key)
    case ("run", 5..., _):
        let report = try await BenchmarkReport.measuring(
            database: arguments[2], players: arguments[3], server: arguments[4], community,
            names: arguments.dropFirst(5))
        print(report.markdown)
        try report.json.write(to: URL(filePath: arguments[5]))
    default:
        throw BenchmarkFailure(
            """
            usage: paceline-benchmark generate large|players FILE
                | key large|players
                | run DATABASE PLAYERS SERVER RESULTS [NAME…]
            """)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
