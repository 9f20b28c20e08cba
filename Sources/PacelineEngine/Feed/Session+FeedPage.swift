import Foundation
import Paceline
import PacelineDatabase

/// The data for a page of the feed.
public struct FeedPage: Sendable {
    public let items: Page<FeedItem>
    public let previews: [FeedItem.ID: CardPreview]
}

/// The data of a card in addition to its item.
public struct CardPreview: Sendable {
    /// Whether the workout has a photo.
    public var hasPhoto = false
    /// The shape of the workout; nil if its card has nothing to draw.
    package var sketch: WorkoutSketch?
    /// Up to three people other than the viewer who gave kudos.
    public var givers: [Person] = []
    /// Whether the viewer has a result for the same puzzle, so that its grid can be shown.
    public var hasOwnResult = false

    package init(
        hasPhoto: Bool = false, sketch: WorkoutSketch? = nil, givers: [Person] = [],
        hasOwnResult: Bool = false
    ) {
        self.hasPhoto = hasPhoto
        self.sketch = sketch
        self.givers = givers
        self.hasOwnResult = hasOwnResult
    }
}

extension Session {
    /// Reads the data for a page of the feed in one transaction.
    /// - Parameters:
    ///   - page: limits the items.
    ///   - cards: limits the cards that the items make; see ``FeedCard``.
    public func feedPage(_ query: FeedQuery, _ page: PageRequest, cards: Int) async throws -> FeedPage {
        try await read { transaction in
            var cache: ReadCacheView?
            let items = try transaction.feed(query, page, cards: cards, &cache)
            return FeedPage(items: items, previews: try transaction.previews(of: items.items, cache))
        }
    }

    /// Reads one item with what its card shows.
    public func card(_ id: FeedItem.ID) async throws -> (item: FeedItem, preview: CardPreview) {
        try await read { transaction in
            let item = try transaction.item(id)
            return (item, try transaction.previews(of: [item], nil)[item.id] ?? CardPreview())
        }
    }
}

extension Transaction {
    fileprivate func feed(
        _ query: FeedQuery, _ page: PageRequest, cards: Int, _ cache: inout ReadCacheView?
    ) throws -> Page<FeedItem> {
        let items = try feed(query, page, &cache)
        let shown = FeedCard.countOfItems(in: items.items, fillingCards: cards)
        guard shown < items.items.count else { return items }
        return self.page(of: items.items, shown, in: query.list) { Position(at: $0.at, id: $0.id.uuid) }
    }

    /// The additional card data of the items. The caller must have checked that the viewer may see the items.
    /// - Parameter cache: the view of the cache if this read already has one.
    fileprivate func previews(
        of items: [FeedItem], _ cache: ReadCacheView?
    ) throws -> [FeedItem.ID: CardPreview] {
        let givers = try Reactions(self).someGivers(to: items.filter { $0.kudosCount > 0 }.map(\.id))
        var previews = try workoutPreviews(
            of: items.filter { $0.workout?.hidesDetails == false }.map(\.id), cache)
        let found = try givers.get()
        // All at once: for a viewer with hidden people, this takes a query.
        let people = Dictionary(try presenting(found.values.flatMap(\.self)).map { ($0.id, $0) }) {
            first, _ in first
        }
        for (id, some) in found {
            previews[id, default: CardPreview()].givers = some.compactMap { people[$0.id] }
        }
        for score in try scoresOfPlayedPuzzles(among: items.compactMap(\.score)) {
            previews[score.id, default: CardPreview()].hasOwnResult = true
        }
        return previews
    }

    /// The scores with a grid of puzzles for which the viewer has a result.
    func scoresOfPlayedPuzzles(among scores: [Score]) throws -> [Score] {
        let withGrid = scores.filter { $0.grid != nil && $0.owner != viewer.id }
        guard !withGrid.isEmpty else { return [] }
        let own = try connection.scores(
            of: viewer.id, on: Set(withGrid.map(\.day)), games: environment.games)
        return withGrid.filter { score in own.contains { $0.isOfSamePuzzle(as: score) } }
    }

    private func workoutPreviews(
        of workouts: [FeedItem.ID], _ view: ReadCacheView?
    ) throws -> [FeedItem.ID: CardPreview] {
        guard !workouts.isEmpty else { return [:] }
        guard let cache = try view ?? cache.view(on: connection) else {
            return try connection.workoutPreviews(of: workouts)
        }
        let found = try cache.values(
            of: workouts, in: \.previews, except: cache.pending.items, read: connection.workoutPreviews)
        return Dictionary(zip(workouts, found.map { $0 ?? CardPreview() })) { first, _ in first }
    }
}

extension Connection {
    fileprivate func workoutPreviews(of workouts: [FeedItem.ID]) throws -> [FeedItem.ID: CardPreview] {
        let decoder = JSONDecoder()
        let rows = try fetch(
            """
            SELECT workouts.id, workouts.photo IS NOT NULL, workout_details.body
            FROM workouts
            LEFT JOIN workout_details ON workout_details.workout = workouts.id
            WHERE workouts.id IN \(list: workouts)
            """
        ) { (id: $0[0] as FeedItem.ID, hasPhoto: $0[1] as Bool, detail: $0[2] as String?) }
        let previews = try rows.map { row in
            let detail = try row.detail.map { try decoder.decode(WorkoutDetail.self, from: Data($0.utf8)) }
            return (
                row.id, CardPreview(hasPhoto: row.hasPhoto, sketch: detail.flatMap { WorkoutSketch($0) })
            )
        }
        return Dictionary(uniqueKeysWithValues: previews)
    }
}
