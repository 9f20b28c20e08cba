import Paceline

/// The response to a PUT with a client-chosen id: the resource, and whether it was created, updated or unchanged.
protocol Published: EndpointOutput {
    associatedtype Content: WireValue

    var content: Content { get }
    var status: PublishStatus { get }
    init(_ content: Content, _ status: PublishStatus)
}

extension PublishStatus {
    /// The header that distinguishes `updated` from `unchanged`, which have the same status.
    public static let header = "Paceline-Status"
}

extension Published {
    public static func successes(_ status: Int) -> [Success] {
        let content = Success.Content.json(.component(Content.self))
        let headers = (Content.self is any Versioned.Type ? ["ETag"] : []) + [PublishStatus.header]
        return [
            Success(200, "Updated or unchanged.", content, headers: headers),
            Success(201, "Created.", content, headers: headers),
        ]
    }

    public func response(_ status: Int) throws -> EncodedResponse {
        var response = try content.response(self.status == .created ? 201 : 200)
        response.headers[PublishStatus.header] = self.status.rawValue
        return response
    }

    public static func read(_ response: EncodedResponse) throws -> Self {
        let status = response.header(PublishStatus.header).flatMap(PublishStatus.init)
        return Self(try Content.read(response), status ?? (response.status == 201 ? .created : .updated))
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
