import Paceline
import PacelineDatabase

extension DeliveryResolver {
    /// For people who can see the item now; as a removal for people who could see it only before.
    func itemDeliveries(of event: LoggedEvent, mayBeLost: Bool) throws -> [LiveDelivery] {
        guard let id = event.item else { return [] }
        let interested = try interested(in: event, id)
        let seeing = try seeing(id, of: interested)
        let before = try mayBeLost ? visibility(of: event) : .private
        let losing = interested.filter { person, closeness in
            mayBeLost && !seeing.contains(person) && closeness.rawValue <= before.rawValue
        }
        // Only the owner sees hidden details, and what a workout earned.
        let apart = seeing.intersection([Person.ID(event.topic)])
        let card = { (transaction: Transaction) in
            try transaction.card(of: id).map(LiveEvent.Content.item)
        }
        return try deliver(event, .itemRemoved(id), to: losing.keys)
            + deliver(event, toEach: apart, card)
            + deliver(event, toAll: seeing.subtracting(apart), card) { content in
                if case .item(let item) = content { !item.mayHaveViewerState } else { false }
            }
    }

    /// The widest visibility that the event's item had before or after, as far as its owner's profile let it be seen.
    private func visibility(of event: LoggedEvent) throws -> ItemVisibility {
        let audience = try connection.fetchFirst("SELECT audience FROM people WHERE id = \(event.topic)") {
            $0[0] as ItemVisibility
        }
        return min(event.visibility ?? .private, audience ?? .private)
    }

    func ownItemDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        guard let id = event.item else { return [] }
        return try deliver(event, toEach: [Person.ID(event.topic)]) { transaction in
            try transaction.card(of: id).map(LiveEvent.Content.item)
        }
    }

    func kudosDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        guard let id = event.item else { return [] }
        let seeing = try seeing(id, of: try interested(in: event, id))
        // The giver's other devices learn that the kudos are theirs.
        let mine = try deliver(event, toEach: seeing.intersection([event.person])) { transaction in
            try transaction.card(of: id).map {
                .kudos(KudosChange(item: id, kudosCount: $0.kudosCount, hasKudos: $0.hasKudos))
            }
        }
        return try mine
            + deliver(event, toAll: seeing.subtracting([event.person])) { transaction in
                // The change must not reveal a giver who is hidden from the viewer, or that a child is there.
                guard try !transaction.viewer.hidden.contains(event.person),
                    try !transaction.isUnknownChild(event.person)
                else { return nil }
                return try transaction.card(of: id).map {
                    .kudos(KudosChange(item: id, kudosCount: $0.kudosCount))
                }
            }
    }

    func commentDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        guard let id = event.item else { return [] }
        let seeing = try seeing(id, of: try interested(in: event, id))
        let reading = Set(try followers(of: Person.ID(event.topic)).keys)
            .union(streams.watchers[id] ?? [])
        return try deliver(event, toAll: seeing) { transaction in
            // A heart must not reveal that a child is there.
            guard try !transaction.viewer.hidden.contains(event.person),
                try !transaction.isUnknownChild(event.person),
                let comment = try transaction.comment(Comment.ID(event.subject)),
                let card = try transaction.card(of: id)
            else { return nil }
            // The count comes to all who read the item, the text to minors only if a friend wrote it.
            guard try comment.author.map({ try transaction.includesComments(by: $0.id) }) ?? true else {
                return reading.contains(transaction.viewer.id) ? .item(card) : nil
            }
            return .comment(comment, count: card.commentCount)
        } when: { content in
            if case .comment(let comment, _) = content { !comment.mayHaveViewerState } else { false }
        }
    }

    func commentRemovalDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        guard let id = event.item else { return [] }
        let seeing = try seeing(id, of: try interested(in: event, id))
        return try deliver(event, toAll: seeing) { transaction in
            // The person is the author of a tombstone or of its last reply, and otherwise who deleted the comment.
            guard try !transaction.viewer.hidden.contains(event.person),
                try event.other.map({ try !transaction.hidesComments(by: $0) }) ?? true,
                let card = try transaction.card(of: id)
            else { return nil }
            return .commentRemoved(Comment.ID(event.subject), item: id, count: card.commentCount)
        }
    }

    /// For people who share a board with the player: followers who see the score, and members of the same groups.
    func scoreDeliveries(of event: LoggedEvent) throws -> [LiveDelivery] {
        guard event.changesGroupBoards, let visibility = event.visibility else {
            return deliver(event, .score(event.person), to: [event.person])
        }
        let followers = try followers(of: event.person).filter { $0.value.rawValue <= visibility.rawValue }
            .keys
        let people = try streams.viewers.intersection(Set(followers).union(fellowMembers(of: event.person)))
        return try deliver(event, toAll: people) { transaction in
            try transaction.viewer.hidden.contains(event.person) ? nil : .score(event.person)
        }
    }

    /// Members who see the player's rows on the boards of the group, or of the groups with which the player shares.
    func fellowMembers(of player: Person.ID, in group: LeaderboardGroup.ID? = nil) throws -> [Person.ID] {
        let isOldEnough: SQL = """
            \(SQL.isFriend("others.person", of: "\(player)")) OR \(SQL.isSupervised("mine.group_id"))
            """
        let isIncluded: SQL = group.map { "mine.group_id = \($0)" } ?? "mine.is_sharing = 1"
        return try connection.fetch(
            """
            SELECT DISTINCT others.person
            FROM group_members AS mine
            JOIN group_members AS others ON others.group_id = mine.group_id
            WHERE mine.person = \(player) AND \(isIncluded)
                \(try isChild(player) ? "AND (\(isOldEnough))" : .empty)
            """
        ) { $0[0] as Person.ID }
    }

    /// People who follow the item's owner or have the item open, with their closeness to the owner.
    private func interested(in event: LoggedEvent, _ item: FeedItem.ID) throws -> [Person.ID: Closeness] {
        let owner = Person.ID(event.topic)
        var interested = try followers(of: owner)
        for watcher in streams.watchers[item] ?? [] where interested[watcher] == nil {
            interested[watcher] = try connection.closeness(from: watcher, to: owner)
        }
        // The person who acted sees it on their other devices.
        if streams.viewers.contains(event.person), interested[event.person] == nil {
            interested[event.person] = try connection.closeness(from: event.person, to: owner)
        }
        return interested
    }

    /// Those of the people who can see the item now.
    private func seeing(_ item: FeedItem.ID, of people: [Person.ID: Closeness]) throws -> Set<Person.ID> {
        let found = try connection.fetchFirst(
            """
            SELECT items.visibility, people.audience
            FROM items
            JOIN people ON people.id = items.owner
            WHERE items.id = \(item) AND \(SQL.isUnexpired(at: now))
            """
        ) { (visibility: $0[0] as ItemVisibility, audience: $0[1] as ItemVisibility) }
        guard let found else { return [] }
        return Set(
            people.filter {
                ItemVisibility.allows(closeness: $0.value, audience: found.audience, item: found.visibility)
            }.keys)
    }
}

extension Transaction {
    /// The item as the viewer sees it; nil when it is hidden from them.
    fileprivate func card(of id: FeedItem.ID) throws -> FeedItem? {
        do {
            return try items([visibleItem(id)]).first
        } catch let error as SocialError where error.code == .itemNotFound {
            return nil
        }
    }

    /// The comment as the viewer sees it; nil when it is hidden from them or deleted.
    fileprivate func comment(_ id: Comment.ID) throws -> Comment? {
        do {
            return try Reactions(self).visibleComment(id).comment
        } catch let error as SocialError where error.code == .commentNotFound {
            return nil
        }
    }
}
