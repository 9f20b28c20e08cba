import Foundation
import Logging
import PacelineAPI
import Synchronization
import Testing

@testable import PacelineServer

@Suite("Logs as JSON") struct JSONLogTests {
    @Test("An entry is one line, and metadata cannot override its own fields")
    func oneLine() throws {
        let lines = Mutex<[Data]>([])
        var handler = JSONLogHandler(label: "test") { line in lines.withLock { $0.append(line) } }
        handler[metadataKey: "server"] = "one"
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = .info
        logger.warning(
            "Request",
            metadata: ["path": "/a\n\"b\"", "level": "fake", "list": ["1", ["x": .stringConvertible(2)]]])
        logger.debug("Below the level")
        let written = lines.withLock { $0 }
        #expect(written.count == 1)
        let line = try #require(written.first)
        #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        let entry = try JSONValue(parsing: Array(line.dropLast()))
        #expect(entry["message"] == "Request")
        #expect(entry["level"] == "warning")
        #expect(entry["path"] == "/a\n\"b\"")
        #expect(entry["list"] == ["1", ["x": "2"]])
        #expect(entry["server"] == "one")
        #expect(entry["time"] != nil)
    }
}
