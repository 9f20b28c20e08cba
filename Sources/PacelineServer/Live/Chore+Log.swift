import Logging
import PacelineEngine

extension Chore {
    /// Does what follows from the log, as soon as something has happened.
    /// - Parameter pause: how long to wait before looking without having been told of anything: what is told can be
    ///   lost while a database is away.
    public static func followingLog(
        of engine: Engine, clock: Time, pause: Duration = .seconds(30), logger: Logger
    ) -> Chore {
        Chore("following the log", clock: clock, pause: pause, logger: logger) {
            engine.changes()
        } work: {
            try await engine.followLog()
        }
    }
}
