import Paceline

extension API {
    public static let stream = Endpoint<NoParameters, StreamParameters, EmptyBody, EventStream>(
        .get, "/v1/stream", id: "stream", .live, "Stream events as they happen",
        notes:
            "Server-Sent Events, until either side disconnects. To resume after an event, send its `id` as "
            + "`Last-Event-ID` or as `after`; the header takes precedence. With neither, the stream starts now. "
            + "With \(LiveLimits.streams) streams open, a new one gets 409 `limit_reached`.",
        headers: .lastEventID, errors: [.limitReached],
        .server(.member))
}

/// The query of a stream: where it starts and the items on screen.
public struct StreamParameters: Parameters, Equatable {
    public var after: LogPosition?
    public var items: [FeedItem.ID]

    static let after = Parameter<LogPosition>.text(
        "after", .string(pattern: .logPosition),
        "The `id` of the last event received, for clients that cannot send the header.",
        mustBe: Pattern.logPosition.expectation)
    static let items = Parameter<[FeedItem.ID]>(
        "items", .array(of: .uuid, count: 0...LiveLimits.items),
        "Ids of the items on screen, separated by commas. The stream includes their kudos and comments."
    ) { text in
        let ids = text.split(separator: ",").map { FeedItem.ID(String($0)) }
        guard ids.count <= LiveLimits.items else {
            throw SocialError(
                .invalidValue, "items may have at most \(LiveLimits.items) ids.", field: "items")
        }
        let known = ids.compactMap(\.self)
        guard known.count == ids.count else {
            throw SocialError(.malformed, "items must be UUIDs, separated by commas.", field: "items")
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

/// The head of a streamed response; its body is a sequence of ``ServerSentEvent``s.
public struct EventStream: EndpointOutput, Equatable {
    public init() {}

    public static func successes(_ status: Int) -> [Success] {
        let events = LiveEvent.Name.allCases.map { ($0.rawValue, JSONSchema.component($0.data)) }
        return [
            Success(
                status, "A stream of events.",
                .events(Dictionary(uniqueKeysWithValues: events)))
        ]
    }

    public func response(_ status: Int) -> EncodedResponse {
        // Keeps nginx and compatible proxies from buffering events.
        EncodedResponse(
            status: status, contentType: ServerSentEvent.mediaType, headers: ["X-Accel-Buffering": "no"])
    }

    public static func read(_ response: EncodedResponse) -> EventStream { EventStream() }
}
