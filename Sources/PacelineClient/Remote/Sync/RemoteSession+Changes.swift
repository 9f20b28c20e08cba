import Paceline
import PacelineAPI

extension RemoteSession {
    public func changes(since token: ChangeToken?, limit: Int) async throws -> ChangePage {
        try await caller.call(API.changes, query: ChangesQuery(since: token, limit: limit))
    }
}
