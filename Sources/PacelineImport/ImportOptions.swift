import Foundation
import Paceline

/// What a file does not say and its reader must know.
public struct ImportOptions: Sendable, Equatable {
    /// Whose workouts they are. The ids made from the file depend on it, so two people may import the same file.
    public var owner: Person.ID
    /// Where the person trained: logs write the time of the clock on the wall.
    public var timeZone: TimeZone
    /// Who may see the workouts; the owner's setting when nil.
    public var visibility: Visibility?

    public init(owner: Person.ID, timeZone: TimeZone, visibility: Visibility? = nil) {
        self.owner = owner
        self.timeZone = timeZone
        self.visibility = visibility
    }
}
