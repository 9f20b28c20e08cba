import Algorithms
import Foundation
import Paceline
import PacelineDatabase

extension AudienceResolver {
    /// For the sender and the receiver, as each of them sees the request.
    func requestDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        let id = ConnectionRequest.ID(event.subject)
        return try deliver(event, toEach: [event.person, event.other].compactMap(\.self)) { transaction in
            do {
                return .request(try Graph(transaction).presenting(id))
            } catch let error as SocialError where error.code == .requestNotFound {
                return .requestRemoved(id)
            }
        }
    }

    /// For the person who acted, unless the other person has blocked them meanwhile.
    func ownRelationshipDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        let other = Person.ID(event.subject)
        return try deliver(event, toEach: [event.person]) { transaction in
            guard try transaction.viewer.hidden.contains(other) else { return .relationship(other) }
            return try connection.hasBlocked(event.person, other) ? .relationship(other) : nil
        }
    }

    /// For both people, unless one is now hidden from the other.
    func relationshipDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        guard let other = event.other else { return [] }
        return try [(event.person, other), (other, event.person)].flatMap { viewer, seen in
            try deliver(event, toEach: [viewer]) { transaction in
                try transaction.viewer.hidden.contains(seen) ? nil : .relationship(seen)
            }
        }
    }

    /// For the person who acted, and for their followers and viewers, who may see less now.
    func profileDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        let people = try watchers(ofItemsBy: event.person).union(followers(of: event.person).keys)
        return deliver(event, .account, to: [event.person])
            + (try deliver(event, toAll: people.subtracting([event.person])) { transaction in
                try transaction.viewer.hidden.contains(event.person) ? nil : .relationship(event.person)
            })
    }

    private func watchers(ofItemsBy owner: Person.ID) throws -> Set<Person.ID> {
        var watchers: Set<Person.ID> = []
        for items in audience.watchers.keys.chunks(ofCount: Self.listLength) {
            let theirs = try connection.fetch(
                "SELECT id FROM items WHERE owner = \(owner) AND id IN \(list: items)"
            ) { $0[0] as FeedItem.ID }
            for item in theirs { watchers.formUnion(audience.watchers[item] ?? []) }
        }
        return watchers
    }
}
