import Algorithms
import Foundation
import Paceline
import PacelineDatabase

extension AudienceResolver {
    /// Told to who asked and to who was asked, as each of them sees the request.
    func requestDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        let id = ConnectionRequest.ID(event.subject)
        return try deliver(event, toEach: [event.person, event.other].compactMap(\.self)) { transaction in
            do {
                return .request(try transaction.presenting(id))
            } catch let error as SocialError where error.code == .requestNotFound {
                return .requestRemoved(id)
            }
        }
    }

    /// Told to who did it, unless the other is hidden from them by now, and not by themselves.
    func ownRelationshipDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        let other = Person.ID(event.subject)
        return try deliver(event, toEach: [event.person]) { transaction in
            guard try transaction.viewer.hidden.contains(other) else { return .relationship(other) }
            return try connection.hasBlocked(event.person, other) ? .relationship(other) : nil
        }
    }

    /// Told to both, unless one of them is hidden from the other by now.
    func relationshipDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        guard let other = event.other else { return [] }
        return try [(event.person, other), (other, event.person)].flatMap { viewer, seen in
            try deliver(event, toEach: [viewer]) { transaction in
                try transaction.viewer.hidden.contains(seen) ? nil : .relationship(seen)
            }
        }
    }

    /// Told to whoever did it and to those who hear of them or have something of theirs open, who may see less now.
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
