import Foundation
import Paceline

/// The filter of the feed, read from the query string.
struct FeedFilter: Sendable {
    /// `me`, or a person such as `@ana`.
    var whose: String?
    /// A sport, or `scores`.
    var show: String?
    /// The first and last day, as typed.
    var from: String?
    var to: String?

    static let names = ["whose", "show", "from", "to"]
    static let types: [WorkoutType] = [.rowing, .running, .cycling, .strength]

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
            kind: show == "scores" ? .score : nil, type: type, from: days.first?.start(in: timeZone),
            to: days.last?.adding(days: 1).start(in: timeZone))
    }

    /// Whether the filtered feed shows the item.
    func includes(_ item: FeedItem, of viewer: Person.ID, in timeZone: TimeZone) -> Bool {
        let isWanted = whose.map { $0 == "me" ? item.author.id == viewer : $0 == "@\(item.author.username)" }
        guard isWanted ?? true, days.contain(Day(of: item.at, in: timeZone)) else { return false }
        switch item.content {
        case .workout(let workout): return show != "scores" && workout.type == type ?? workout.type
        case .score: return type == nil
        case .unknown: return show != "scores" && type == nil
        }
    }

    private var type: WorkoutType? { show == "scores" ? nil : show.flatMap(WorkoutType.init(rawValue:)) }
}
