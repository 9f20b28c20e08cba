import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

// paceline-benchmark generate FILE | engine FILE
let arguments = CommandLine.arguments.dropFirst()
let community = LargeCommunity()
guard let verb = arguments.first, let path = arguments.dropFirst().first else {
    FileHandle.standardError.write(Data("usage: paceline-benchmark generate|engine FILE\n".utf8))
    exit(64)
}

let start = ContinuousClock.now
switch verb {
case "generate":
    try await community.generate(at: path)
    print("Generated in \(ContinuousClock.now - start).")
case "engine":
    let now = LargeCommunity.start.addingTimeInterval(LargeCommunity.year)
    let engine = try await Engine(
        database: SQLiteDatabase(path: path), environment: Environment(now: { now }))
    for result in try await EngineBenchmarks(engine: engine, community: community).run(arguments.dropFirst(2)) { print(result.row) }
default:
    FileHandle.standardError.write(Data("paceline-benchmark does not know “\(verb)”.\n".utf8))
    exit(64)
}
