import Foundation
import Paceline
import PacelineEngine

extension RandomWorld {
    /// Holds everything that the viewer's stream tells, from the first day on, against what the rule allows now.
    func checkStream(of viewer: Int) async throws {
        let watched = workouts.indices.filter { ($0 + viewer).isMultiple(of: 3) }.map { workouts[$0].id.item }
        var told: Set<FeedItem.ID> = []
        for content in try await past(of: viewer, watching: watched) {
            try await check(content, toldTo: viewer, isAsItIs: true)
            if case .item(let card) = content { told.insert(card.id) }
        }
        for workout in workouts {
            try expect(
                told.contains(workout.id.item),
                sees(viewer, workout)
                    && hears(viewer, of: workout.id.item, by: workout.owner, watching: Set(watched)),
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
}
