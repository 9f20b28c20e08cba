import Algorithms
import Paceline

/// Where one person stands on a board: by points, then by name, then by id.
struct Place: Equatable {
    let owner: Person.ID
    let points: Int
    /// Folded, and sorted by its bytes, as both databases do.
    let name: String
    /// The card, where it was at hand.
    var person: Person?

    static func isBefore(_ left: Place, _ right: Place) -> Bool {
        if left.points != right.points { return left.points > right.points }
        if left.name != right.name { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
        return left.owner < right.owner
    }
}

/// People in the order of their points, without those who are hidden from the viewer.
protocol Board {
    /// The places from the first on, or from behind one.
    func places(after place: Place?, limit: Int) throws -> [Place]
    /// The last places before one, in the board's order.
    func places(before place: Place, limit: Int) throws -> [Place]
    /// Those of the people who are on the board.
    func places(of people: [Person.ID]) throws -> [Place]
    /// For each number of points, one more than how many have more.
    func ranks(of points: Set<Int>) throws -> [Int: Int]
    /// The points of the people in each game.
    func breakdown(of people: [Person.ID]) throws -> [Person.ID: [String: Int]]
}

/// A board that was added up whole: one that few people are on.
struct SummedBoard: Board {
    private let places: [Place]
    private let games: ([Person.ID]) throws -> [Person.ID: [String: Int]]

    /// - Parameter games: reads the points of people in each game.
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
