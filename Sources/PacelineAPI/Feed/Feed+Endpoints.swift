import Foundation
import Paceline

extension API {
    public static let feed = Endpoint<NoParameters, FeedParameters, EmptyBody, Page<FeedItem>>(
        .get, "/v1/feed", id: "feed", .feed, "List your feed, newest first",
        headers: .ifNoneMatch, errors: [.personNotFound, .groupNotFound],
        .member { try await $0.feed($1.query.feed, $1.query.page.page) })

    public static let item = Endpoint<ItemPath, NoParameters, EmptyBody, FeedItem>(
        .get, "/v1/items/{id}", id: "item", .feed, "Get a feed item",
        notes: "A workout and its feed item have the same id.", headers: .ifNoneMatch,
        errors: [.itemNotFound],
        .member { try await $0.item($1.path.id) })
}

/// `{id}`: a feed item's id.
public typealias ItemPath = IDPath<FeedItem>

/// The query of the feed: its filters and page.
public struct FeedParameters: Parameters {
    public var feed: FeedQuery
    public var page: PageQuery

    static let window = Parameter<FeedQuery.Window>.choice(
        "window",
        "`recent`: your last \(FeedQuery.Window.ownItems) items and each friend's last \(FeedQuery.Window.friendItems)."
    )
    static let person = Parameter<PersonReference>.person("person", "Only items of this person.")
    static let group = Parameter<LeaderboardGroup.ID>.id(
        "group", "Only your items and those of this group's members whom you follow.", isRequired: false)
    static let kinds = Parameter<Set<FeedItem.Kind>>(
        "kind", .array(of: .choice(of: FeedItem.Kind.self), count: 0...FeedItem.Kind.allCases.count),
        "Only items of these kinds, separated by commas."
    ) { text in
        let words = text.split(separator: ",")
        let kinds = words.compactMap { FeedItem.Kind(rawValue: String($0)) }
        guard kinds.count == words.count, kinds.count <= FeedItem.Kind.allCases.count else {
            let known = FeedItem.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw SocialError(.invalidValue, "kind must be one or more of \(known).", field: "kind")
        }
        return Set(kinds)
    } write: {
        $0.text
    }
    static let type = Parameter<WorkoutType>(
        "type", .workoutType, "Only workouts of this sport."
    ) { text in
        guard let type = WorkoutType(rawValue: text) else {
            throw SocialError(
                .invalidValue, "type must be \(Pattern.workoutType.expectation).", field: "type")
        }
        return type
    } write: {
        $0.rawValue
    }
    static let from = Parameter<Date>.instant("from", "Items at or after this instant.")
    static let to = Parameter<Date>.instant("to", "Items before this instant.")
    public static let descriptions =
        [
            window.description, person.description, group.description, kinds.description, type.description,
            from.description, to.description,
        ] + PageQuery.descriptions

    public init(_ feed: FeedQuery = FeedQuery(), _ page: PageRequest = PageRequest()) {
        self.feed = feed
        self.page = PageQuery(page)
    }

    public init(_ values: ParameterReader) throws {
        feed = FeedQuery(
            window: try values.value(of: Self.window), person: try values.value(of: Self.person),
            group: try values.value(of: Self.group), kinds: try values.value(of: Self.kinds) ?? [],
            type: try values.value(of: Self.type), from: try values.value(of: Self.from),
            to: try values.value(of: Self.to))
        page = try PageQuery(values)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.window, feed.window)
        writer.set(Self.person, feed.person)
        writer.set(Self.group, feed.group)
        writer.set(Self.kinds, feed.kinds.isEmpty ? nil : feed.kinds)
        writer.set(Self.type, feed.type)
        writer.set(Self.from, feed.from)
        writer.set(Self.to, feed.to)
        page.write(to: &writer)
    }
}
