import Paceline
import PacelineAPI

extension RemoteSession {
    public func experience() async throws -> Experience {
        try await client.call(API.experience)
    }

    public func ledger(_ page: PageRequest) async throws -> Page<LedgerEntry> {
        try await client.call(API.ledger, query: PageQuery(page))
    }

    public func experiencePolicy() async throws -> ExperiencePolicy {
        try await client.call(API.experiencePolicy)
    }

    public func achievements() async throws -> [Achievement] {
        try await client.call(API.achievements).items
    }

    public func achievements(of person: PersonReference) async throws -> [EarnedAchievement] {
        try await client.call(API.earnedAchievements, PersonPath(person)).items
    }
}
