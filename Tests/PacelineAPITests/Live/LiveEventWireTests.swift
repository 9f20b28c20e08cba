import Foundation
import Paceline
import PacelineAPI
import Testing

@Suite("Live events on the wire") struct LiveEventWireTests {
    @Test("Each kind of event survives a round trip", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        for content in samples.liveContents() {
            let event = LiveEvent(position: samples.position(), content: content)
            var parser = ServerSentEventParser()
            let messages = try parser.read(try event.serverSent().encoded)
            #expect(try messages.map { try LiveEvent($0) } == [event], "seed \(seed)")
        }
    }

    @Test("An event's data matches its schema, on one line")
    func schemas() throws {
        var samples = Samples(seed: 9)
        let descriptions = try #require(
            API.stream.successes.first.flatMap {
                if case .events(let schemas) = $0.content { schemas } else { nil }
            })
        var seen: Set<String> = []
        for content in samples.liveContents() {
            let message = try LiveEvent(position: samples.position(), content: content).serverSent()
            guard let name = message.event, let data = message.data else { continue }
            try #require(descriptions[name]).validate(JSONValue(parsing: data))
            #expect(!data.contains(UInt8(ascii: "\n")) && !data.contains(UInt8(ascii: "\r")))
            seen.insert(name)
        }
        #expect(seen == Set(LiveEvent.Name.allCases.map(\.rawValue)))
        #expect(seen == Set(descriptions.keys))
    }

    @Test("An upToDate event has only an id, which browsers do not dispatch")
    func upToDate() throws {
        let event = LiveEvent(position: LogPosition(transaction: 7, sequence: 42), content: .upToDate)
        #expect(String(decoding: try event.serverSent().encoded, as: UTF8.self) == "id: 7-42\n:\n\n")
    }

    @Test("An unknown kind only advances the position")
    func unknownKind() throws {
        let message = ServerSentEvent(id: "0-9", event: "challenge", data: Array("[1]".utf8))
        #expect(
            try LiveEvent(message)
                == LiveEvent(position: LogPosition(transaction: 0, sequence: 9), content: .upToDate))
    }

    @Test(
        "Invalid messages are rejected",
        arguments: [
            (nil, "kudos", "{}"), ("nine", "kudos", "{}"), ("0-9", "kudos", "{}"), ("0-9", "feed", "nothing"),
            ("0-9", "removed", #"{"id":"x"}"#),
        ] as [(String?, String, String)])
    func rejected(id: String?, name: String, data: String) {
        #expect(throws: SocialError.self) {
            try LiveEvent(ServerSentEvent(id: id, event: name, data: Array(data.utf8)))
        }
    }
}

extension Samples {
    mutating func position() -> LogPosition {
        LogPosition(
            transaction: Int64.random(in: 0...9, using: &random), sequence: Int64(count()),
            epoch: [nil, "k3x9m2ab"].randomElement(using: &random) ?? nil)
    }

    /// One event of each kind.
    mutating func liveContents() -> [LiveEvent.Content] {
        [
            .upToDate, .reset, .item(item()), .itemRemoved(id()),
            .kudos(KudosChange(item: id(), kudosCount: count())),
            .kudos(KudosChange(item: id(), kudosCount: count(), hasKudos: Bool.random(using: &random))),
            .comment(comment(), count: count()),
            .commentRemoved(id(), item: id(), count: count()), .request(request(.pending)),
            .requestRemoved(id()), .relationship(id()), .score(id()), .group(id()), .groupLost(id()),
            .groupInvitation(id()), .account, .notifications,
        ]
    }
}
