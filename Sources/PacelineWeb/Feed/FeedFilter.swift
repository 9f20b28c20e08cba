import Foundation
import Paceline

/// What of the feed is wanted, as the page's address says it.
struct FeedFilter: Sendable {
    /// `me`, or somebody as `@ana`.
    var whose: String?
    /// A sport, or `scores`.
    var show: String?
    /// The first and the last day, as they were typed.
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

    /// The same with something changed.
    func with(_ change: (inout FeedFilter) -> Void) -> FeedFilter {
        var changed = self
        change(&changed)
        return changed
    }

    var isEmpty: Bool { parameters.isEmpty }

    var parameters: [(String, String)] {
        zip(Self.names, [whose, show, from, to]).compactMap { name, value in value.map { (name, $0) } }
    }

    /// The home page with this filter.
    var address: String { parameters.reduce(LocalPath("/")) { $0.with($1.0, $1.1) }.description }

    /// - Parameter timeZone: of whoever asks, which says when days begin.
    func query(in timeZone: TimeZone) -> FeedQuery {
        FeedQuery(
            person: whose == "me" ? .me : whose.flatMap { $0.hasPrefix("@") ? PersonReference($0) : nil },
            kind: show == "scores" ? .score : nil, type: type, from: days.first?.start(in: timeZone),
            to: days.last?.adding(days: 1).start(in: timeZone))
    }

    /// Whether the feed with this filter shows the item.
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
