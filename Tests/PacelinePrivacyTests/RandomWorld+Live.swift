import Foundation
import Paceline
import PacelineEngine

extension RandomWorld {
    /// Holds everything that the viewer's stream tells, from the first day on, against what the rule allows now.
    func checkStream(of viewer: Int) async throws {
        let watched = workouts.prefix(LiveLimits.items).map(\.id.item)
        var told: Set<FeedItem.ID> = []
        for content in try await past(of: viewer, watching: watched) {
            try check(content, toldTo: viewer)
            if case .item(let card) = content { told.insert(card.id) }
        }
        for workout in workouts where watched.contains(workout.id.item) || workout.owner == viewer {
            try expect(
                told.contains(workout.id.item), sees(viewer, workout),
                "workout of \(workout.owner) told to \(viewer)")
        }
    }

    private func past(of viewer: Int, watching items: [FeedItem.ID]) async throws -> [LiveEvent.Content] {
        var past: [LiveEvent.Content] = []
        for try await event in session(viewer).events(after: .start, watching: items) {
            if event.content == .upToDate { break }
            past.append(event.content)
        }
        return past
    }

    private func check(_ content: LiveEvent.Content, toldTo viewer: Int) throws {
        let place = "\(content) told to \(viewer)"
        switch content {
        case .item(let card): try check(told: card, to: viewer)
        case .itemRemoved(let id):
            try expect(index(of: id).map { sees(viewer, workouts[$0]) } ?? false, false, place)
        case .kudos(let change):
            guard let index = index(of: change.item) else { return }
            try expect(sees(viewer, workouts[index]), true, place)
            try expect(change.kudosCount, givers(index, viewer).count, place)
        case .comment(let comment, let count):
            guard let index = index(of: comment.item) else { return }
            try expect(sees(viewer, workouts[index]), true, place)
            try expect(remarks(index, viewer).map(\.id).contains(comment.id), true, place)
            try expect(count, remarks(index, viewer).count, place)
        case .relationship(let person), .score(let person): try checkExists(person, for: viewer, place)
        case .request(let request):
            try checkExists(request.from.id, for: viewer, place)
            try checkExists(request.to.id, for: viewer, place)
        case .upToDate, .reset, .commentRemoved, .requestRemoved, .group, .groupLost, .groupInvitation,
            .account,
            .notifications:
            return
        }
    }

    private func check(told card: FeedItem, to viewer: Int) throws {
        if let index = index(of: card.id) {
            try expect(sees(viewer, workouts[index]), true, "workout \(index) told to \(viewer)")
            try check(card: card, of: index, asSeenBy: viewer)
        } else if let score = scores.first(where: { $0.id == card.id }) {
            try expect(sees(viewer, score), true, "score of \(score.owner) told to \(viewer)")
        } else {
            throw Disagreement(description: "\(card) is told to \(viewer) and nobody published it")
        }
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
