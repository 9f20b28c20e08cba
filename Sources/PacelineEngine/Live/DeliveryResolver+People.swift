import Algorithms
import Foundation
import Paceline
import PacelineDatabase

extension DeliveryResolver {
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

    /// For both people, unless one is now hidden from the other, or is a follower who turned out to be a child.
    func relationshipDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        guard let other = event.other else { return [] }
        return try [(event.person, other), (other, event.person)].flatMap { viewer, seen in
            try deliver(event, toEach: [viewer]) { transaction in
                guard try !transaction.viewer.hidden.contains(seen),
                    try !transaction.hidesFollower(seen)
                else { return nil }
                return .relationship(seen)
            }
        }
    }

    /// For the person who acted, and for their followers and viewers, who may see less now.
    func profileDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        let people = try viewers(ofItemsIn: event).union(followers(of: event.person).keys)
        return deliver(event, .account, to: [event.person])
            + (try deliver(event, toAll: people.subtracting([event.person])) { transaction in
                try transaction.viewer.hidden.contains(event.person) ? nil : .relationship(event.person)
            })
    }

    /// People who have an item of the person open and can see it, or could before the event. Others may know its id.
    private func viewers(ofItemsIn event: LoggedEvent) throws -> Set<Person.ID> {
        let widest = try widestAudience(around: event)
        var viewers: Set<Person.ID> = []
        for items in streams.watchers.keys.chunks(ofCount: Self.listLength) {
            let theirs = try connection.fetch(
                """
                SELECT id, visibility
                FROM items
                WHERE owner = \(event.person) AND id IN \(list: items) AND \(SQL.isUnexpired(at: now))
                """
            ) { (id: $0[0] as FeedItem.ID, visibility: $0[1] as ItemVisibility) }
            for item in theirs {
                for watcher in streams.watchers[item.id] ?? [] where !viewers.contains(watcher) {
                    let closeness = try connection.closeness(from: watcher, to: event.person)
                    guard
                        ItemVisibility.allows(
                            closeness: closeness, audience: widest, item: item.visibility)
                    else { continue }
                    viewers.insert(watcher)
                }
            }
        }
        return viewers
    }

    /// The widest audience that the person's profile had before the event or has now.
    private func widestAudience(around event: LoggedEvent) throws -> ItemVisibility {
        let current = try connection.fetchFirst("SELECT audience FROM people WHERE id = \(event.person)") {
            $0[0] as ItemVisibility
        }
        return max(event.visibility ?? .private, current ?? .private)
    }
}
