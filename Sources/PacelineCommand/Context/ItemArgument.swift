import ArgumentParser
import Foundation
import Paceline

/// A feed item on the command line: its id, the id's last digits, or these after the owner, as in `ana/26f8ad91`.
struct ItemArgument: ExpressibleByArgument {
    /// The item's owner; nil searches the signed-in user's feed.
    let owner: PersonReference?
    let id: ShortID

    static let help: ArgumentHelp = "The id of an item in your feed, or USERNAME/ID for any other item."

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

    /// Finds the item's id among the newest items of the feed, or among the owner's workouts and scores.
    func id(in services: any SocialServices) async throws -> FeedItem.ID {
        guard let owner else {
            return try await id.find("item", id: \FeedItem.id) { try await services.feed(FeedQuery(), $0) }
        }
        if let complete = id.completeID(FeedItem.ID.self) { return complete }
        let workouts = try await id.matches(id: \Workout.id.item) {
            try await services.workouts(of: owner, $0)
        }
        let scores = try await id.matches(id: \Score.id) {
            try await services.scores(of: owner, from: nil, to: nil, $0)
        }
        return try id.only(of: workouts.union(scores), "workouts and scores")
    }
}
