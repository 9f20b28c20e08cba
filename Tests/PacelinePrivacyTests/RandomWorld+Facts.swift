import Paceline
import PacelineEngine

extension RandomWorld {
    /// What somebody who has the items open knows, who has missed nothing.
    func facts(knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        var facts: Facts = [.account: "\(people[viewer].privacyLevel), shown: \(people[viewer].isShown)"]
        for (index, workout) in workouts.enumerated()
        where hears(viewer, of: workout.id.item, by: workout.owner, watching: items) && sees(viewer, workout)
        {
            facts.merge(self.facts(of: index, knownTo: viewer)) { $1 }
        }
        for score in scores
        where hears(viewer, of: score.id, by: score.owner, watching: items) && sees(viewer, score) {
            facts[.item(score.id)] = "\(score.points) points for \(score.visibility)"
            facts[.kudos(score.id)] = "0"
            facts[.commentCount(score.id)] = "0"
        }
        for person in people.indices where person != viewer {
            facts[.relationship(people[person].id)] = relationship(viewer, person)
        }
        for circle in groups where circle.members.contains(viewer) {
            facts[.group(circle.id)] = words(for: circle, knownTo: viewer)
        }
        return facts
    }

    /// Whether the stream of somebody who has the items open is about the item of this owner.
    func hears(_ viewer: Int, of item: FeedItem.ID, by owner: Int, watching items: Set<FeedItem.ID>) -> Bool {
        viewer == owner || items.contains(item)
            || follows(viewer, owner) && !mutes.contains(Pair(from: viewer, to: owner))
    }

    private func facts(of index: Int, knownTo viewer: Int) -> Facts {
        let workout = workouts[index]
        let item = workout.id.item
        let remarks = remarks(index, viewer)
        var facts: Facts = [
            .item(item): "\(Int(workout.distance))m for \(workout.visibility)",
            .kudos(item): "\(givers(index, viewer).count)",
            .commentCount(item): "\(remarks.count)",
        ]
        for remark in remarks {
            facts[.comment(remark.id, on: item)] = "\(remark.text), hearts: \(hearts(of: remark, viewer))"
        }
        return facts
    }

    func hearts(of remark: Remark, _ viewer: Int) -> Int {
        remark.hearts.count { !areApart($0, viewer) }
    }

    /// How the other stands to the viewer; nil when the other is not there for the viewer.
    private func relationship(_ viewer: Int, _ other: Int) -> String? {
        if blocks.contains(Pair(from: viewer, to: other)) { return "blocked" }
        guard !areApart(viewer, other) else { return nil }
        let isMuted = mutes.contains(Pair(from: viewer, to: other))
        return "\(follows(viewer, other)), \(follows(other, viewer)), muted: \(isMuted)"
    }

    private func words(for circle: Circle, knownTo viewer: Int) -> String {
        let administrators = circle.administrators.filter { !areApart($0, viewer) }.sorted()
        return "of \(circle.owner) with \(present(circle, viewer)), led by \(administrators)"
    }
}

extension Facts {
    /// Takes in what the stream tells; of what it only says that it has changed, `now` is what a reader then loads.
    mutating func note(_ content: LiveEvent.Content, loading now: Facts) {
        switch content {
        case .item(let card): note(card)
        case .itemRemoved(let item): self = filter { $0.key.item != item }
        case .kudos(let change): self[.kudos(change.item)] = "\(change.kudosCount)"
        case .comment(let comment, let count):
            self[.comment(comment.id, on: comment.item)] = "\(comment.text), hearts: \(comment.heartCount)"
            self[.commentCount(comment.item)] = "\(count)"
        case .commentRemoved(let comment, let item, let count):
            self[.comment(comment, on: item)] = nil
            self[.commentCount(item)] = "\(count)"
        case .request(let request):
            for person in [request.from.id, request.to.id] { load(.relationship(person), from: now) }
        case .relationship(let person): load(.relationship(person), from: now)
        case .group(let group), .groupLost(let group): load(.group(group), from: now)
        case .account: load(.account, from: now)
        case .upToDate, .reset, .requestRemoved, .score, .groupInvitation, .notifications: break
        }
    }

    private mutating func note(_ card: FeedItem) {
        let what =
            if let score = card.score { "\(score.points) points" } else { card.workout?.title ?? "" }
        self[.item(card.id)] = "\(what) for \(card.visibility)"
        self[.kudos(card.id)] = "\(card.kudosCount)"
        self[.commentCount(card.id)] = "\(card.commentCount)"
    }

    private mutating func load(_ fact: Fact, from now: Facts) { self[fact] = now[fact] }
}
