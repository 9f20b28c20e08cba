import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

// paceline-benchmark generate FILE
// paceline-benchmark run DATABASE SERVER RESULTS [NAME…]
let arguments = CommandLine.arguments.dropFirst()
let community = LargeCommunity()

do {
    switch (arguments.first, arguments.count) {
    case ("generate", 2):
        let start = ContinuousClock.now
        try await community.generate(at: arguments[2])
        print("Generated in \((ContinuousClock.now - start).components.seconds) s.")
    case ("run", 4...):
        let report = try await BenchmarkReport.measuring(
            database: arguments[2], server: arguments[3], community, names: arguments.dropFirst(4))
        print(report.markdown)
        try report.json.write(to: URL(filePath: arguments[4]))
    default:
        throw BenchmarkFailure(
            "usage: paceline-benchmark generate FILE | run DATABASE SERVER RESULTS [NAME…]")
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
