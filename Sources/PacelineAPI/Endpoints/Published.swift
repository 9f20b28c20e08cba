import Paceline

/// What was put at an address that its owner chose: new, changed, or as it was.
protocol Published: EndpointOutput {
    associatedtype Content: WireValue

    var content: Content { get }
    var status: PublishStatus { get }
    init(_ content: Content, _ status: PublishStatus)
}

extension PublishStatus {
    /// The header that tells `updated` from `unchanged`, which share a status.
    public static let header = "Paceline-Status"
}

extension Published {
    public static func successes(_ status: Int) -> [Success] {
        let content = Success.Content.json(.component(Content.self))
        let headers = (Content.self is any Versioned.Type ? ["ETag"] : []) + [PublishStatus.header]
        return [
            Success(200, "It was updated, or is as it was.", content, headers: headers),
            Success(201, "It is new.", content, headers: headers),
        ]
    }

    public func reply(_ status: Int) throws -> Reply {
        var reply = try content.reply(self.status == .created ? 201 : 200)
        reply.headers[PublishStatus.header] = self.status.rawValue
        return reply
    }

    public static func read(_ reply: Reply) throws -> Self {
        let said = reply.header(PublishStatus.header).flatMap(PublishStatus.init)
        return Self(try Content.read(reply), said ?? (reply.status == 201 ? .created : .updated))
    }
}

extension PublishedWorkout: Published {
    var content: Workout { workout }

    init(_ content: Workout, _ status: PublishStatus) {
        self.init(workout: content, status: status)
    }
}

extension PublishedScore: Published {
    var content: Score { score }

    init(_ content: Score, _ status: PublishStatus) {
        self.init(score: content, status: status)
    }
}
