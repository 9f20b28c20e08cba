import Paceline
import PacelineDatabase

extension Session {
    public func experience() async throws -> Experience {
        try await read { try ExperienceLedger($0).experience() }
    }

    public func ledger(_ page: PageRequest) async throws -> Page<LedgerEntry> {
        try await read { try ExperienceLedger($0).entries(page) }
    }

    public func experiencePolicy() async throws -> ExperiencePolicy {
        try await read { _ in .current }
    }
}
