import ArgumentParser
import Foundation
import Paceline

/// An item of the feed as somebody types it: its id, the id's last digits, or those behind whose it is, `ana/26f8ad91`.
struct ItemArgument: ExpressibleByArgument {
    /// Whose it is; nil looks in one's own feed.
    let owner: PersonReference?
    let id: ShortID

    static let help: ArgumentHelp = "An item of your feed by its id, or of somebody as USERNAME/ID."

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, parts.count <= 2, let id = ShortID(argument: last) else { return nil }
        self.id = id
        guard parts.count == 2 else {
            owner = nil
            return
        }
        guard let owner = PersonArgument(argument: parts[0]) else { return nil }
        self.owner = owner.reference
    }

    /// The item's id: found among the newest of the feed, or of the workouts and scores of whose it is.
    func id(in services: any SocialServices) async throws -> FeedItem.ID {
        guard let owner else {
            return try await id.find("item", id: \FeedItem.id) { try await services.feed(FeedQuery(), $0) }
        }
        if let whole = id.whole(FeedItem.ID.self) { return whole }
        let workouts = try await id.matches(id: \Workout.id.item) {
            try await services.workouts(of: owner, $0)
        }
        let scores = try await id.matches(id: \Score.id) {
            try await services.scores(of: owner, from: nil, to: nil, $0)
        }
        return try id.only(of: workouts.union(scores), "workouts and scores")
    }
}
