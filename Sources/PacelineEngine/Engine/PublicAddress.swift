import Paceline
import Synchronization

/// The public address of a community, used as the prefix of its links.
///
/// It can change after the engine starts: a server on an ephemeral port learns its address only when it listens.
public final class PublicAddress: Sendable {
    private let current: Mutex<String>

    /// - Parameter url: the address without a trailing slash, such as `https://crew.example`.
    public init(_ url: String) {
        current = Mutex(url)
    }

    /// The address without a trailing slash.
    public var url: String { current.withLock(\.self) }

    /// Changes the address for all links created from now on.
    public func move(to url: String) {
        current.withLock { $0 = url }
    }
}

/// API paths of the pictures of people and workouts. The database stores only whether there is one.
enum PictureAddress {
    static func avatar(of person: Person.ID) -> String { "/v1/people/\(person)/avatar" }
    static func header(of person: Person.ID) -> String { "/v1/people/\(person)/header" }
    static func photo(of workout: Workout.ID) -> String { "/v1/workouts/\(workout)/photo" }
}
