import Foundation
import Paceline
import PacelineDatabase

extension AudienceResolver {
    /// Told to the members for whom whoever did it exists.
    func groupDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        let group = LeaderboardGroup.ID(event.topic)
        let members = try audience.viewers.intersection(connection.members(of: group))
        return try deliver(event, toAll: members) { transaction in
            try transaction.viewer.hidden.contains(event.person) ? nil : .group(group)
        }
    }

    /// Told to who lost the group, and to those who are left in it.
    func groupLossDeliveries(of event: LoggedEvent, by loser: Person.ID?) throws -> [LiveDelivery] {
        let group = LeaderboardGroup.ID(event.topic)
        // Whoever is a member again by now has lost nothing.
        let isBack = try loser.map { try connection.role(of: $0, in: group) != nil } ?? true
        return (isBack ? [] : deliver(event, .groupLost(group), to: [loser].compactMap(\.self)))
            + (try groupDeliveries(of: event))
    }

    /// Told to who was invited, while the invitation can be seen, and after that as its end.
    func invitationDeliveries(of event: LoggedEvent, to invited: Person.ID?) -> [LiveDelivery] {
        deliver(event, .groupInvitation(LeaderboardGroup.ID(event.topic)), to: [invited].compactMap(\.self))
    }
}
