import Foundation
import Paceline

/// The filter of the feed, read from the query string.
struct FeedFilter: Sendable {
    /// `me`, a person such as `@ana`, or a group such as `group:01a2…`.
    var whose: String?
    /// A sport, or all `workouts`, `scores` or `badges`; of these, also `levels`, `achievements` or `milestones` alone.
    var show: String?
    /// The first and last day, as typed.
    var from: String?
    var to: String?

    static let names = ["whose", "show", "from", "to"]

    init(_ query: FormData) {
        whose = query["whose"]
        show = query["show"]
        from = query["from"]
        to = query["to"]
    }

    /// Returns the filter with a change.
    func with(_ change: (inout FeedFilter) -> Void) -> FeedFilter {
        var changed = self
        change(&changed)
        return changed
    }

    var isEmpty: Bool { parameters.isEmpty }

    var parameters: [(String, String)] {
        zip(Self.names, [whose, show, from, to]).compactMap { name, value in value.map { (name, $0) } }
    }

    /// The address of the home page with this filter.
    var address: String { parameters.reduce(LocalPath("/")) { $0.with($1.0, $1.1) }.description }

    /// - Parameter timeZone: the user's time zone, in which days start.
    func query(in timeZone: TimeZone) -> FeedQuery {
        FeedQuery(
            person: whose == "me" ? .me : whose.flatMap { $0.hasPrefix("@") ? PersonReference($0) : nil },
            group: group, kinds: kinds, type: type,
            from: days.first?.start(in: timeZone),
            to: days.last?.adding(days: 1).start(in: timeZone))
    }

    /// The group whose members' items are shown.
    var group: LeaderboardGroup.ID? {
        whose.flatMap { $0.hasPrefix(Self.groupPrefix) ? $0.dropFirst(Self.groupPrefix.count) : nil }
            .flatMap { LeaderboardGroup.ID(String($0)) }
    }

    /// The value of `whose` for a group.
    static func whose(_ group: LeaderboardGroup.ID) -> String { "\(groupPrefix)\(group)" }

    private static let groupPrefix = "group:"

    /// Whether the filtered feed shows the item.
    /// - Parameter members: the members of ``group``; empty without a group.
    func includes(
        _ item: FeedItem, of viewer: Person.ID, members: Set<Person.ID>, in timeZone: TimeZone
    ) -> Bool {
        guard includes(item.author, of: viewer, members), days.contain(Day(of: item.at, in: timeZone)) else {
            return false
        }
        switch item.content {
        case .workout(let workout):
            return includes(.workout) && workout.type == type ?? workout.type
        case .score, .levelUp, .achievement, .milestone, .unknown:
            return includes(item.content.kind) && type == nil
        }
    }

    private func includes(_ kind: FeedItem.Kind?) -> Bool {
        kinds.isEmpty || kind.map(kinds.contains) ?? false
    }

    private func includes(_ author: Person, of viewer: Person.ID, _ members: Set<Person.ID>) -> Bool {
        if group != nil { return members.contains(author.id) }
        return whose.map { $0 == "me" ? author.id == viewer : $0 == "@\(author.username)" } ?? true
    }

    /// The sport whose workouts are shown; nil for all.
    var type: WorkoutType? { kinds.isEmpty ? show.flatMap(WorkoutType.init(rawValue:)) : nil }

    private var kinds: Set<FeedItem.Kind> {
        switch show {
        case "workouts": [.workout]
        case "scores": [.score]
        case "badges": .badges
        case "levels": [.levelUp]
        case "achievements": [.achievement]
        case "milestones": [.milestone]
        default: []
        }
    }
}
