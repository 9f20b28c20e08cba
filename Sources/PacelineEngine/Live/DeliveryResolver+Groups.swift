import Foundation
import Paceline
import PacelineDatabase

extension DeliveryResolver {
    /// For the members who may see the person whose membership changed. The owner sees all members, except those who
    /// left by a block.
    func groupDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        let group = LeaderboardGroup.ID(event.topic)
        let members = try streams.viewers.intersection(connection.members(of: group))
        let owner = try connection.owner(of: group)
        return try deliver(event, toAll: members) { transaction in
            guard let member = event.shownActor, transaction.viewer.id != owner else { return .group(group) }
            return try transaction.viewer.hidden.contains(member) ? nil : .group(group)
        }
    }

    /// For the person's own devices, and for the members who see them on the group's boards. Without scores, nothing
    /// changes for these.
    func sharingDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        let group = LeaderboardGroup.ID(event.topic)
        let fellows =
            try connection.hasScoresForGroups(event.person)
            ? fellowMembers(of: event.person, in: group) : []
        return try deliver(event, toAll: streams.viewers.intersection(fellows + [event.person])) {
            try $0.viewer.hidden.contains(event.person) ? nil : .group(group)
        }
    }

    /// For the members who see the row of the person whose result changed, or for all if the event names no one.
    func seasonDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        guard let player = event.other else { return try groupDeliveries(of: event) }
        let group = LeaderboardGroup.ID(event.topic)
        let members = try streams.viewers.intersection(connection.members(of: group))
        // Which members see a child's row differs for each.
        return try deliver(event, toEach: members) { transaction in
            try transaction.showsRow(of: player, in: group) ? .group(group) : nil
        }
    }

    /// For the person who lost the group and the remaining members.
    func groupLossDeliveries(of event: LoggedEvent, for person: Person.ID?) throws -> [LiveDelivery] {
        let group = LeaderboardGroup.ID(event.topic)
        // A person who has rejoined has lost nothing.
        let hasRejoined = try person.map { try connection.role(of: $0, in: group) != nil } ?? true
        return (hasRejoined ? [] : deliver(event, .groupLost(group), to: [person].compactMap(\.self)))
            + (try groupDeliveries(of: event))
    }

    /// For the invited person: first as an invitation, later as its end.
    func invitationDeliveries(of event: LoggedEvent, to invited: Person.ID?) -> [LiveDelivery] {
        deliver(event, .groupInvitation(LeaderboardGroup.ID(event.topic)), to: [invited].compactMap(\.self))
    }
}
