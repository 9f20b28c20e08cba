import Foundation
import Paceline
import PacelineDatabase

/// One transaction of one person: the connection, who is looking, and when.
struct Transaction {
    let connection: any Connection
    let viewer: Viewer
    let now: Date
    let environment: EngineEnvironment
    let cursors: CursorSeal
    let cache: ReadCache
    let gameNumbers: GameNumbers
    /// Whether each part that may be refused is undone by itself: see ``attempt(_:)``.
    let usesSavepoints: Bool

    /// - Parameter loadsBlocksLazily: whether it is about what is the viewer's own: see ``Viewer/init(_:loadsBlocksLazily:on:)``.
    init(
        _ connection: any Connection, of session: Session, now: Date, loadsBlocksLazily: Bool = false,
        usesSavepoints: Bool = false
    ) throws {
        self.connection = connection
        self.now = now
        viewer = try Viewer(session.viewer, loadsBlocksLazily: loadsBlocksLazily, on: connection)
        environment = session.engine.environment
        cursors = session.engine.cursors
        cache = session.engine.cache
        gameNumbers = session.engine.gameNumbers
        self.usesSavepoints = usesSavepoints
    }

    /// Runs a method of the services.
    /// - Throws: what refuses the viewer the method, before anything is changed or returned.
    func run<Value>(
        as requirement: Session.Requirement, _ body: (Transaction) throws -> Value
    ) throws -> Value {
        try connection.requiring({ try viewer.check(requirement) }) { try body(self) }
    }

    /// The same transaction, as somebody else looks at it.
    init(_ other: Transaction, seenBy person: Person.ID, at instant: Date) throws {
        connection = other.connection
        now = instant
        viewer = try Viewer(person, on: connection)
        environment = other.environment
        cursors = other.cursors
        cache = other.cache
        gameNumbers = other.gameNumbers
        usesSavepoints = other.usesSavepoints
    }
}
