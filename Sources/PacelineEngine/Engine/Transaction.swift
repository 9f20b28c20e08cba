import Foundation
import Paceline
import PacelineDatabase

/// One transaction of one person: the connection, the viewer and the time.
struct Transaction {
    let connection: any Connection
    let viewer: Viewer
    let now: Date
    let environment: EngineEnvironment
    let cursors: CursorSeal
    let cache: ReadCache
    let gameNumbers: GameNumbers
    /// Whether each part runs in its own savepoint: see ``attempt(_:)``.
    let usesSavepoints: Bool

    /// - Parameter loadsBlocksLazily: whether to look up blocks only on demand: see
    ///   ``Viewer/init(_:loadsBlocksLazily:on:)``.
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

    /// Runs the body as a method of the services.
    /// - Throws: the error of an unmet requirement, before the body changes anything or returns.
    func run<Value>(
        as requirement: Session.Requirement, _ body: (Transaction) throws -> Value
    ) throws -> Value {
        try connection.requiring({ try viewer.check(requirement) }) { try body(self) }
    }

    /// Creates the same transaction as another person sees it.
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
