import Foundation
import Paceline
import PacelineDatabase

extension LiveReading {
    /// Told to the members for whom whoever did it exists.
    func groupTellings(of event: LoggedEvent) throws -> [LiveTelling] {
        let group = LeaderboardGroup.ID(event.topic)
        let members = try audience.viewers.intersection(connection.members(of: group))
        return try tell(event, alike: members) { transaction in
            try transaction.viewer.hidden.contains(event.person) ? nil : .group(group)
        }
    }

    /// Told to who lost the group, and to those who are left in it.
    func groupLosses(of event: LoggedEvent, by loser: Person.ID?) throws -> [LiveTelling] {
        let group = LeaderboardGroup.ID(event.topic)
        // Whoever is a member again by now has lost nothing.
        let isBack = try loser.map { try connection.role(of: $0, in: group) != nil } ?? true
        return (isBack ? [] : tell(event, .groupLost(group), to: [loser].compactMap(\.self)))
            + (try groupTellings(of: event))
    }

    /// Told to who was invited, while the invitation can be seen, and after that as its end.
    func invitationTellings(of event: LoggedEvent, to invited: Person.ID?) -> [LiveTelling] {
        tell(event, .groupInvitation(LeaderboardGroup.ID(event.topic)), to: [invited].compactMap(\.self))
    }
}
