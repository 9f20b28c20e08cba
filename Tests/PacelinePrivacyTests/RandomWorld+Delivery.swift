import Paceline
import PacelineEngine

extension RandomWorld {
    /// Holds one thing that a stream tells against what the rule allows now.
    /// - Parameter isAsItIs: whether it has to be told as it is now. What was told before and waited may have been
    ///   overtaken, by what waits behind it.
    func check(_ content: LiveEvent.Content, toldTo viewer: Int, isAsItIs: Bool) async throws {
        let place = "\(content.summary) told to \(viewer)"
        switch content {
        case .item(let card):
            try check(told: card, to: viewer, isAsItIs: isAsItIs)
            guard isAsItIs else { return }
            var shown = try await session(viewer).item(card.id)
            shown.workout?.detail = nil
            try expect(card, shown, place)
        case .itemRemoved(let item): try expect(sees(viewer, item), false, place)
        case .kudos(let change):
            try expect(sees(viewer, change.item), true, place)
            guard isAsItIs, let index = index(of: change.item) else { return }
            try expect(change.kudosCount, givers(index, viewer).count, place)
        case .comment(let comment, let count):
            try check(told: comment, to: viewer, isAsItIs: isAsItIs)
            try check(commentCount: count, of: comment.item, toldTo: viewer, isAsItIs: isAsItIs)
        case .commentRemoved(let comment, let item, let count):
            try expect(sees(viewer, item), true, place)
            try expect(comments.contains { $0.id == comment }, false, place)
            try check(commentCount: count, of: item, toldTo: viewer, isAsItIs: isAsItIs)
        default: try check(ofPeople: content, toldTo: viewer)
        }
    }

    private func check(ofPeople content: LiveEvent.Content, toldTo viewer: Int) throws {
        let place = "\(content.summary) told to \(viewer)"
        switch content {
        case .relationship(let person), .score(let person): try checkExists(person, for: viewer, place)
        case .request(let request):
            try checkExists(request.from.id, for: viewer, place)
            try checkExists(request.to.id, for: viewer, place)
        case .group(let id):
            try expect(groups.first { $0.id == id }?.members.contains(viewer), true, place)
        case .groupLost(let id):
            try expect(groups.first { $0.id == id }?.members.contains(viewer) ?? false, false, place)
        case .reset: throw Disagreement(description: place)
        default: break
        }
    }

    private func check(told card: FeedItem, to viewer: Int, isAsItIs: Bool) throws {
        try expect(sees(viewer, card.id), true, "item \(card.id) told to \(viewer)")
        if let latest = card.latestComment { try check(told: latest, to: viewer, isAsItIs: isAsItIs) }
        guard isAsItIs, let index = index(of: card.id) else { return }
        try check(card: card, of: index, asSeenBy: viewer)
    }

    private func check(told comment: Comment, to viewer: Int, isAsItIs: Bool) throws {
        let place = "comment \(comment.text) told to \(viewer)"
        try expect(sees(viewer, comment.item), true, place)
        let remark = comments.first { $0.id == comment.id }
        try expect(remark.map { areApart($0.author, viewer) }, false, "author of \(place)")
        try expect(comment.text, remark?.text, place)
        guard isAsItIs, let remark else { return }
        try expect(comment.heartCount, hearts(of: remark, viewer), "hearts of \(place)")
    }

    private func check(
        commentCount: Int, of item: FeedItem.ID, toldTo viewer: Int, isAsItIs: Bool
    ) throws {
        guard isAsItIs, let index = index(of: item) else { return }
        try expect(commentCount, remarks(index, viewer).count, "comments on \(item) told to \(viewer)")
    }

    /// Whether there is such an item for the viewer.
    private func sees(_ viewer: Int, _ item: FeedItem.ID) -> Bool {
        if let index = index(of: item) { return sees(viewer, workouts[index]) }
        return scores.first { $0.id == item }.map { sees(viewer, $0) } ?? false
    }

    private func index(of item: FeedItem.ID) -> Int? { workouts.firstIndex { $0.id.item == item } }

    /// Whoever blocked the viewer is told of to nobody; whom the viewer blocked, the viewer knows.
    private func checkExists(_ id: Person.ID, for viewer: Int, _ place: String) throws {
        let person = people.firstIndex { $0.id == id }
        let isThere =
            person.map { !areApart($0, viewer) || blocks.contains(Pair(from: viewer, to: $0)) } ?? false
        try expect(isThere, true, place)
    }
}

extension LiveEvent.Content {
    /// The item that it is about, or under which it is.
    var item: FeedItem.ID? {
        switch self {
        case .item(let card): card.id
        case .itemRemoved(let item), .commentRemoved(_, item: let item, _): item
        case .kudos(let change): change.item
        case .comment(let comment, _): comment.item
        default: nil
        }
    }

    /// What a failed test says of it.
    var summary: String {
        switch self {
        case .item(let card): "item \(card.id)"
        case .kudos(let change): "\(change.kudosCount) kudos for \(change.item)"
        case .comment(let comment, let count): "comment \(comment.id), one of \(count) on \(comment.item)"
        case .request(let request): "request from \(request.from.username) to \(request.to.username)"
        default: "\(self)"
        }
    }
}
