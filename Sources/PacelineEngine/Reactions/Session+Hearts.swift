import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func giveHeart(to comment: Comment.ID) async throws -> Tally {
        try await write(locking: .itemOf(comment)) { try Reactions($0).giveHeart(to: comment) }
    }

    public func withdrawHeart(from comment: Comment.ID) async throws -> Tally {
        try await write(locking: .itemOf(comment)) { try Reactions($0).withdrawHeart(from: comment) }
    }

    public func hearts(of comment: Comment.ID, _ page: PageRequest) async throws -> Page<Person> {
        try await read { transaction in
            let reactions = Reactions(transaction)
            _ = try reactions.visibleComment(comment)
            return try reactions.hearts(of: comment, page)
        }
    }
}

extension Reactions {
    func giveHeart(to comment: Comment.ID) throws -> Tally {
        let stored = try visibleComment(comment)
        guard !stored.comment.hasHeart else { return Tally(count: stored.comment.heartCount, mine: true) }
        try connection.send(
            """
            INSERT INTO hearts (comment, person, created_at)
            VALUES (\(comment), \(viewer.id), \(now))
            """)
        try log(.gaveHeart, stored, concerning: stored.author)
        return try tallyHearts(of: stored.comment, changedBy: 1, mine: true)
    }

    func withdrawHeart(from comment: Comment.ID) throws -> Tally {
        let stored = try visibleComment(comment)
        guard stored.comment.hasHeart else { return Tally(count: stored.comment.heartCount, mine: false) }
        try connection.send(
            "DELETE FROM hearts WHERE comment = \(comment) AND person = \(viewer.id)")
        try log(.withdrewHeart, stored, concerning: stored.author)
        return try tallyHearts(of: stored.comment, changedBy: -1, mine: false)
    }

    /// The people who gave the comment a heart, newest first.
    fileprivate func hearts(of comment: Comment.ID, _ page: PageRequest) throws -> Page<Person> {
        try transaction.people(
            in: "hearts|\(comment)", "hearts", "person",
            where: """
                hearts.comment = \(comment)
                    \(SQL.showsReactions(by: "hearts.person", to: viewer))
                """, page)
    }

    /// - Parameter comment: as the viewer sees it before the change.
    fileprivate func tallyHearts(of comment: Comment, changedBy change: Int, mine: Bool) throws -> Tally {
        try connection.send(
            "UPDATE comments SET heart_count = heart_count + \(change) WHERE id = \(comment.id)")
        return Tally(count: comment.heartCount + change, mine: mine)
    }
}
