import Algorithms
import Paceline

/// A person's place on a board. Places are ordered by points, then by name, then by id.
struct Place: Equatable {
    let owner: Person.ID
    let points: Int
    /// The folded name, compared bytewise as in both databases.
    let name: String
    /// The person's card, if it was read with the place.
    var person: Person?

    static func isBefore(_ left: Place, _ right: Place) -> Bool {
        if left.points != right.points { return left.points > right.points }
        if left.name != right.name { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
        return left.owner < right.owner
    }
}

/// A leaderboard without the people who are hidden from the viewer.
protocol Board {
    /// The first places; with `place`, the first ones after it.
    func places(after place: Place?, limit: Int) throws -> [Place]
    /// The last places before `place`, in the board's order.
    func places(before place: Place, limit: Int) throws -> [Place]
    /// The places of these people; those who are not on the board have none.
    func places(of people: [Person.ID]) throws -> [Place]
    /// The rank for each number of points: one more than the number of people with more points.
    func ranks(of points: Set<Int>) throws -> [Int: Int]
    /// The points of the people, by game.
    func breakdown(of people: [Person.ID]) throws -> [Person.ID: [String: Int]]
}

/// A board computed in memory, for small groups of people and for ranges of days.
struct SummedBoard: Board {
    private let places: [Place]
    private let games: ([Person.ID]) throws -> [Person.ID: [String: Int]]

    /// - Parameter games: reads the points of people, by game.
    init(_ places: [Place], games: @escaping ([Person.ID]) throws -> [Person.ID: [String: Int]]) {
        self.places = places.sorted(by: Place.isBefore)
        self.games = games
    }

    func places(after place: Place?, limit: Int) -> [Place] {
        guard let place else { return Array(places.prefix(limit)) }
        return Array(places[places.partitioningIndex { Place.isBefore(place, $0) }...].prefix(limit))
    }

    func places(before place: Place, limit: Int) -> [Place] {
        Array(places[..<places.partitioningIndex { !Place.isBefore($0, place) }].suffix(limit))
    }

    func places(of people: [Person.ID]) -> [Place] {
        let people = Set(people)
        return places.filter { people.contains($0.owner) }
    }

    func ranks(of points: Set<Int>) -> [Int: Int] {
        Dictionary(
            uniqueKeysWithValues: points.map { points in
                (points, places.partitioningIndex { $0.points <= points } + 1)
            })
    }

    func breakdown(of people: [Person.ID]) throws -> [Person.ID: [String: Int]] { try games(people) }
}
