import Foundation
import Paceline
import PacelineDatabase

/// One transaction of one person: the connection, the viewer and the time.
struct Transaction {
    let connection: any Connection
    private(set) var viewer: Viewer
    let now: Date
    let environment: EngineEnvironment
    let cursors: CursorSeal
    let communityKey: CommunityKey
    let ledgerKey: LedgerKey?
    let cache: ReadCache
    let gameNumbers: GameNumbers
    /// The sign-in that acts: see ``Session/sessionID``.
    let sessionID: SignedIn.ID?
    /// Whether an access token acts: see ``Session/isForAccessToken``.
    let isForAccessToken: Bool
    /// Whether ``attempt(_:)`` runs its body in a savepoint.
    let usesSavepoints: Bool
    /// Whether texts are returned as written, with their ratings: see ``unfiltered``.
    var isUnfiltered = false

    /// - Parameter loadsBlocksLazily: whether to look up blocks only on demand: see
    ///   ``Viewer/init(_:loadsBlocksLazily:on:)``.
    init(
        _ connection: any Connection, of session: Session, now: Date, loadsBlocksLazily: Bool = false,
        usesSavepoints: Bool = false
    ) throws {
        self.connection = connection
        self.now = now
        viewer = try Viewer(
            session.viewer, at: now, loadsBlocksLazily: loadsBlocksLazily, on: connection)
        environment = session.engine.environment
        cursors = session.engine.cursors
        communityKey = session.engine.communityKey
        ledgerKey = session.engine.ledgerKey
        cache = session.engine.cache
        gameNumbers = session.engine.gameNumbers
        sessionID = session.sessionID
        isForAccessToken = session.isForAccessToken
        self.usesSavepoints = usesSavepoints
    }

    /// A view of the transaction in which no one is hidden from the viewer by a block, for values that readers share.
    var withoutBlocks: Transaction {
        var copy = self
        copy.viewer = viewer.seeingEveryone
        return copy
    }

    /// Runs the body if the viewer meets the requirement.
    /// - Throws: the requirement's error, before the body's first change, or at its end if it changes nothing;
    ///   otherwise the body's error.
    func run<Value>(
        as requirement: Session.Requirement, _ body: (Transaction) throws -> Value
    ) throws -> Value {
        try connection.requiring({ try viewer.check(requirement) }) { try body(self) }
    }

    /// Creates a view of the transaction for another viewer and time.
    init(_ other: Transaction, seenBy person: Person.ID, at instant: Date) throws {
        connection = other.connection
        now = instant
        viewer = try Viewer(person, at: instant, on: connection)
        environment = other.environment
        cursors = other.cursors
        communityKey = other.communityKey
        ledgerKey = other.ledgerKey
        cache = other.cache
        gameNumbers = other.gameNumbers
        sessionID = nil
        isForAccessToken = false
        usesSavepoints = other.usesSavepoints
    }
}
