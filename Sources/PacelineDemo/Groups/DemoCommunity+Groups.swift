import Foundation
import Paceline
import PacelineEngine

extension DemoCommunity {
    func createGroup(_ group: DemoPlan.Group, _ sessions: [Session]) async throws {
        let owner = sessions[group.owner]
        let created = try await at(group.createdAt) {
            let created = try await owner.createGroup(title: group.title)
            return try await owner.updateGroup(created.id, GroupChanges(metrics: group.metrics))
        }
        for tournament in group.tournaments {
            _ = try await at(tournament.createdAt) {
                let first = Day.latest(at: tournament.createdAt)
                let draft = TournamentDraft(
                    title: tournament.title, metric: tournament.metric, firstDay: first,
                    lastDay: first.adding(days: tournament.days - 1))
                return try await owner.createTournament(draft, in: created.id)
            }
        }
        for joining in group.members {
            try await at(joining.at) {
                let code = try await owner.joinCode(of: created.id).code
                _ = try await sessions[joining.person].joinGroup(code: code)
            }
        }
        if let administrator = group.administrator {
            _ = try await at(plan.end.addingTimeInterval(-86_400)) {
                try await owner.setRole(
                    .administrator, of: .id(sessions[administrator].viewer), in: created.id)
            }
        }
        for person in group.invited {
            try await at(plan.end.addingTimeInterval(-40_000)) {
                try await owner.invite(.id(sessions[person].viewer), to: created.id)
            }
        }
    }
}
