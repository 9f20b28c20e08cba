import Paceline

/// What of the feed is wanted, as the page's address says it.
struct FeedFilter: Sendable {
    /// `me`, or somebody as `@ana`.
    let whose: String?
    /// A sport, or `scores`.
    let show: String?

    static let names = ["whose", "show"]
    static let types: [WorkoutType] = [.rowing, .running, .cycling, .strength]

    init(_ query: FormData) {
        self.init(whose: query["whose"], show: query["show"])
    }

    init(whose: String?, show: String?) {
        self.whose = whose
        self.show = show
    }

    var isOff: Bool { whose == nil && show == nil }

    var parameters: [(String, String)] {
        [whose.map { ("whose", $0) }, show.map { ("show", $0) }].compactMap(\.self)
    }

    /// The home page with this filter.
    var address: String { parameters.reduce(LocalPath("/")) { $0.with($1.0, $1.1) }.description }

    var query: FeedQuery {
        FeedQuery(
            person: whose == "me" ? .me : whose.flatMap { $0.hasPrefix("@") ? PersonReference($0) : nil },
            kind: show == "scores" ? .score : nil, type: type)
    }

    /// Whether the feed with this filter shows the item.
    func takes(_ item: FeedItem, of viewer: Person.ID) -> Bool {
        let isWanted = whose.map { $0 == "me" ? item.author.id == viewer : $0 == "@\(item.author.username)" }
        guard isWanted ?? true else { return false }
        if show == "scores" { return item.kind == .score }
        return type.map { $0 == item.workout?.type } ?? true
    }

    private var type: WorkoutType? { show == "scores" ? nil : show.flatMap(WorkoutType.init(rawValue:)) }
}
