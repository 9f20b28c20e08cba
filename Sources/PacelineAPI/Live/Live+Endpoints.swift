import Paceline

extension API {
    public static let stream = Endpoint<NoParameters, StreamParameters, NoBody, EventStream>(
        .get, "/v1/stream", id: "stream", .live, "What happens, as it happens",
        notes:
            "Server-Sent Events, until either side ends it. The `id` of an event says where to go on after it: "
            + "send it as `Last-Event-ID` or as `after`; the header counts where both are given. "
            + "With neither it begins now. Whoever has \(LiveLimits.streams) streams open is "
            + "answered 409, `limit_reached`.",
        headers: .lastEventID, errors: [.limitReached],
        .server(.member))
}

/// Where a stream begins, and what is open on screen.
public struct StreamParameters: Parameters, Equatable {
    public var after: LogPosition?
    public var items: [FeedItem.ID]

    static let after = Parameter<LogPosition>.text(
        "after", .string(pattern: .logPosition),
        "The `id` of the last event that the caller has; for those who cannot send the header.",
        mustBe: Pattern.logPosition.expectation)
    static let items = Parameter<[FeedItem.ID]>(
        "items", .array(of: .uuid, count: 0...LiveLimits.items),
        "Items that are open on screen, by commas: their kudos and comments are told, whoever published them."
    ) { text in
        let ids = text.split(separator: ",").map { FeedItem.ID(String($0)) }
        guard ids.count <= LiveLimits.items else {
            throw SocialError(
                .invalidValue, "items may hold \(LiveLimits.items) ids at most.", field: "items")
        }
        let known = ids.compactMap(\.self)
        guard known.count == ids.count else {
            throw SocialError(.malformed, "items must be UUIDs, by commas.", field: "items")
        }
        return known
    } write: {
        $0.map(\.description).joined(separator: ",")
    }
    public static let descriptions = [after.description, items.description]

    public init(after position: LogPosition? = nil, items: [FeedItem.ID] = []) {
        after = position
        self.items = items
    }

    public init(_ values: ParameterReader) throws {
        after = try values.value(of: Self.after)
        items = try values.value(of: Self.items) ?? []
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.after, after)
        writer.set(Self.items, items.isEmpty ? nil : items)
    }
}

/// The head of an answer that goes on: what follows it are ``ServerSentEvent``s.
public struct EventStream: EndpointOutput, Equatable {
    public init() {}

    public static func successes(_ status: Int) -> [Success] {
        let events = LiveEvent.Name.allCases.map { ($0.rawValue, JSONSchema.component($0.data)) }
        return [
            Success(
                status, "Events, one after the other.",
                .events(Dictionary(uniqueKeysWithValues: events)))
        ]
    }

    public func reply(_ status: Int) -> Reply {
        // Proxies that collect what they pass on would hold the events back.
        Reply(status: status, contentType: ServerSentEvent.mediaType, headers: ["X-Accel-Buffering": "no"])
    }

    public static func read(_ reply: Reply) -> EventStream { EventStream() }
}
