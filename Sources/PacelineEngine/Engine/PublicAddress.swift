import Paceline
import Synchronization

/// Where people reach the community: beneath it are the links that are given out.
///
/// It can still change after the engine began, since a server that takes any free port knows which only once it listens.
public final class PublicAddress: Sendable {
    private let current: Mutex<String>

    /// - Parameter url: without a slash at its end, such as `https://crew.example`.
    public init(_ url: String) {
        current = Mutex(url)
    }

    /// The address, without a slash at its end.
    public var url: String { current.withLock(\.self) }

    /// Lets all links that are made from now on lead elsewhere.
    public func move(to url: String) {
        current.withLock { $0 = url }
    }
}

/// Where a server hands out the pictures that people and workouts have, as paths of the API. The database says only that
/// there is one.
enum PictureAddress {
    static func avatar(of person: Person.ID) -> String { "/v1/people/\(person)/avatar" }
    static func header(of person: Person.ID) -> String { "/v1/people/\(person)/header" }
    static func photo(of workout: Workout.ID) -> String { "/v1/workouts/\(workout)/photo" }
}
