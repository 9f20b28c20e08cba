import Paceline
import PacelineAPI
import Testing

@Suite("Server-Sent Events parser") struct ServerSentEventParserTests {
    private func read(_ text: String) throws -> [ServerSentEvent] {
        var parser = ServerSentEventParser()
        return try parser.read(text.utf8)
    }

    private func message(_ data: String?, id: String? = nil, event: String? = nil) -> ServerSentEvent {
        ServerSentEvent(id: id, event: event, data: data.map { Array($0.utf8) })
    }

    @Test("Lines end with LF, CR or CRLF")
    func lineBreaks() throws {
        for end in ["\n", "\r", "\r\n"] {
            let text = "id: 1\(end)event: a\(end)data: x\(end)data: y\(end)\(end)data: z\(end)\(end)"
            #expect(try read(text) == [message("x\ny", id: "1", event: "a"), message("z")])
        }
    }

    @Test(
        "Only one space after the colon is removed",
        arguments: [
            ("data:x", "x"), ("data: x", "x"), ("data:  x", " x"), ("data", ""), ("data:", ""),
            ("data: a:b", "a:b"),
        ])
    func blanks(line: String, data: String) throws {
        #expect(try read(line + "\n\n") == [message(data)])
    }

    @Test("A byte order mark is ignored at the start only")
    func byteOrderMark() throws {
        #expect(try read("\u{FEFF}data: a\n\n") == [message("a")])
        #expect(try read("\u{FEFF}\u{FEFF}data: a\n\n") == [])
        #expect(try read("data: a\n\n\u{FEFF}data: b\n\n") == [message("a")])
    }

    @Test("Comments, unknown fields and empty messages are ignored")
    func nothing() throws {
        #expect(try read(":\n\n: hello\nretry: 1\nDATA: x\n data: x\nevent: a\n\n\n\n") == [])
    }

    @Test("A message with only an id is returned, one with only a name is not")
    func idAlone() throws {
        #expect(try read("event: a\nid: 7\n:\n\n") == [message(nil, id: "7")])
        #expect(try read("id: 7\0\n\ndata: x\n\n") == [message("x")])
    }

    @Test("An incomplete message is discarded")
    func cutOff() throws {
        #expect(try read("data: a\n\ndata: b\n") == [message("a")])
    }

    @Test("A message over the limit is rejected, in any number of lines")
    func tooLong() throws {
        for text in [
            "data: " + String(repeating: "x", count: 200), String(repeating: "data: xxxxx\n", count: 40),
        ] {
            var parser = ServerSentEventParser(limit: 100)
            #expect(throws: ServerSentEventParser.Failure.tooLong(limit: 100)) { try parser.read(text.utf8) }
        }
        var parser = ServerSentEventParser(limit: 100)
        for _ in 0..<100 { #expect(try parser.read("data: 0123456789\n\n".utf8).count == 1) }
    }

    @Test("A name that is not UTF-8 is rejected")
    func noText() {
        for field in ["event", "id"] {
            var parser = ServerSentEventParser()
            #expect(throws: ServerSentEventParser.Failure.notText) {
                try parser.read(Array("\(field): ".utf8) + [0xFF, 0x0A])
            }
        }
    }

    @Test("Chunk boundaries do not matter", arguments: 1...40 as ClosedRange<UInt64>)
    func cutAnywhere(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        let pieces = [
            "data", "id", "event", ":", ": ", "\n", "\r", "\r\n", "\n\n", "\u{FEFF}", "x", "漢", "👩‍👩‍👧", "0-1",
        ]
        let text = (0..<200).map { _ in pieces.randomElement(using: &samples.random) ?? "" }.joined()
        let bytes = Array(text.utf8)
        let whole = try read(text)
        var (parser, rest, found) = (ServerSentEventParser(), bytes[...], [ServerSentEvent]())
        while !rest.isEmpty {
            let length = Int.random(in: 0...7, using: &samples.random)
            found += try parser.read(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        #expect(found == whole, "seed \(seed)")
    }

    @Test("Messages survive a round trip", arguments: 1...20 as ClosedRange<UInt64>)
    func written(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        let messages = (0..<20).map { _ in
            let data = samples.maybe(String(samples.text().unicodeScalars.filter { $0 != "\r" }))
            return message(
                data, id: "\(samples.count())", event: data.flatMap { _ in samples.maybe("kudos") })
        }
        var parser = ServerSentEventParser()
        #expect(try parser.read(messages.flatMap(\.encoded)) == messages, "seed \(seed)")
    }
}
