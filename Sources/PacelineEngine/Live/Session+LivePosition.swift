import Paceline
import PacelineDatabase

extension Session {
    /// Where the present is. Whoever reads something after this, and then asks for the events after it, misses nothing
    /// that happens meanwhile; some of what they have read may be told again.
    public func livePosition() async throws -> LogPosition {
        try await read { try $0.connection.logEnd() }
    }
}
