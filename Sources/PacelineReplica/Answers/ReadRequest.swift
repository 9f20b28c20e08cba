import Foundation
import Paceline
import PacelineAPI

/// A request to read, before it is answered.
package struct ReadRequest: Sendable, Equatable {
    /// The path with the query, percent-encoded, such as `/v1/feed?limit=20`.
    package let target: String
    /// The segments of the path, percent-decoded.
    let segments: [String]
    package let query: [(name: String, value: String)]

    /// - Throws: ``SocialError/Code/malformed`` for a target that is not UTF-8.
    package init(_ target: String) throws(SocialError) {
        self.target = target
        let parts = target.split(separator: "?", maxSplits: 1)
        var segments: [String] = []
        for segment in parts.first?.split(separator: "/") ?? [] {
            segments.append(try PercentEncoding.decoded(segment))
        }
        self.segments = segments
        query = try PercentEncoding.decodedPairs(parts.dropFirst().first ?? "")
    }

    package static func == (left: ReadRequest, right: ReadRequest) -> Bool { left.target == right.target }

    /// The path parameters, if it is a request to the endpoint.
    func parameters(_ endpoint: some AnyEndpoint) -> [String: String]? {
        endpoint.path.parameters(in: segments)
    }

    /// The endpoint of the request.
    private var endpoint: (any AnyEndpoint)? {
        AllEndpoints.all.filter { $0.method == .get && $0.path.parameters(in: segments) != nil }
            .max { $0.path.literalCount < $1.path.literalCount }
    }

    /// The key under which the store remembers the answer, to show it while offline; nil for answers that must not be
    /// stored, such as the history of sign-ins.
    package var key: String? {
        guard let endpoint, endpoint.access == .member || endpoint.access == .account, endpoint.role == nil,
            !endpoint.takesCode, Self.rememberedTags.contains(endpoint.tag)
        else { return nil }
        if endpoint.id == API.leaderboard.id, let scope = query.first(where: { $0.name == "scope" })?.value,
            let group = LeaderboardGroup.ID(String(scope.suffix(36)))
        {
            return AnswerKey.board(group) + "/" + target
        }
        if parameters(API.notifications) != nil, Self.isFirstPage(query) { return AnswerKey.inbox }
        if let group = parameters(API.group)?["id"].flatMap(LeaderboardGroup.ID.init) {
            return AnswerKey.group(group)
        }
        return target
    }

    /// The item that it reads, or whose comments it reads.
    package var item: FeedItem.ID? {
        let parameters = parameters(API.item) ?? parameters(API.comments)
        return parameters?["id"].flatMap(FeedItem.ID.init)
    }

    private static func isFirstPage(_ query: [(name: String, value: String)]) -> Bool {
        query.allSatisfy { $0.name == "limit" && $0.value == "\(PageRequest.defaultLimit)" }
    }

    /// All comments on an item, if this is a request for its first page and the response is also the last page.
    package func allComments(in response: EncodedResponse) throws -> [Comment]? {
        guard parameters(API.comments) != nil, !query.contains(where: { $0.name == "cursor" }) else {
            return nil
        }
        let page = try Page<Comment>.read(response)
        return page.next == nil ? page.items : nil
    }

    private static let rememberedTags: Set<EndpointTag> = [
        .people, .settings, .graph, .workouts, .experience, .feed, .reactions, .leaderboards, .groups, .games,
        .notifications,
    ]
}

/// The keys of remembered answers that a change removes. All other answers have their target as key.
enum AnswerKey {
    /// The first page of the viewer's inbox.
    static let inbox = "inbox"
    /// The community's games.
    static let games = API.games.target(NoParameters(), NoParameters())

    static func group(_ id: LeaderboardGroup.ID) -> String { "group/\(id)" }

    /// The start of the keys of all boards of a group.
    static func board(_ group: LeaderboardGroup.ID) -> String { "board/\(group)" }
}

extension EncodedResponse {
    /// All people in a JSON answer: objects with a username, and fields that contain a person's id.
    package var namedPeople: Set<Person.ID> {
        get throws {
            var people: Set<Person.ID> = []
            try JSONValue(parsing: body).collectPeople(into: &people)
            return people
        }
    }
}

extension JSONValue {
    private static let fieldsOfPeople: Set<String> = [
        "owner", "author", "person", "from", "to", "sender", "member",
    ]

    fileprivate func collectPeople(into people: inout Set<Person.ID>) {
        switch self {
        case .array(let values): for value in values { value.collectPeople(into: &people) }
        case .object(let fields):
            if fields["username"] != nil, let id = fields["id"]?.text.flatMap(Person.ID.init) {
                people.insert(id)
            }
            for (name, value) in fields {
                if Self.fieldsOfPeople.contains(name), let id = value.text.flatMap(Person.ID.init) {
                    people.insert(id)
                }
                value.collectPeople(into: &people)
            }
        case .null, .boolean, .number, .string: break
        }
    }

    /// The object in it that describes a person.
    func person(_ id: Person.ID) throws -> Person? {
        switch self {
        case .array(let values):
            for value in values { if let person = try value.person(id) { return person } }
        case .object(let fields):
            if fields["username"] != nil, fields["displayName"] != nil, fields["friendCount"] != nil,
                fields["id"]?.text.flatMap(Person.ID.init) == id
            {
                return try PacelineJSON.decode(Person.self, from: try text())
            }
            for value in fields.values { if let person = try value.person(id) { return person } }
        case .null, .boolean, .number, .string: break
        }
        return nil
    }
}
