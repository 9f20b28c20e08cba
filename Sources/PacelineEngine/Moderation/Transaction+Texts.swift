import Foundation
import Paceline
import PacelineDatabase

// MARK: - Writing

extension EngineEnvironment {
    /// The rating of something that a person writes.
    /// - Parameter isNewcomer: whether the author's links are held. Looked up only if there are any.
    func rating(of texts: [String], byNewcomer isNewcomer: @autoclosure () throws -> Bool) rethrows
        -> TextRating
    {
        let severity = texts.map { words.severity(of: $0) }.max() ?? 0
        let hidesLinks = try texts.contains(where: Link.isIn) && isNewcomer()
        return TextRating(
            severity: severity, hidesLinks: hidesLinks,
            isHeld: hidesLinks || severity >= TextRating.heldFrom)
    }
}

extension Transaction {
    /// The rating of something that the viewer writes.
    func rating(of texts: [String]) throws -> TextRating {
        try environment.rating(of: texts, byNewcomer: try viewer.isNewcomer)
    }
}

// MARK: - Reading

extension Transaction {
    /// A view of the transaction that returns texts as written, with their ratings, for values that readers with
    /// different content filters share. ``shown(_:)-(FeedItem)`` and the like then make them what a reader may see.
    var unfiltered: Transaction {
        var copy = self
        copy.isUnfiltered = true
        return copy
    }

    /// The viewer's content filter; nil if texts stay as written.
    private var reader: TextReader? {
        get throws {
            try isUnfiltered
                ? nil : TextReader(reader: viewer.id, filter: viewer.filter, words: environment.words)
        }
    }

    func shown(_ people: [Person]) throws -> [Person] {
        guard people.contains(where: \.hasRatedTexts), let reader = try reader else { return people }
        return people.map { reader.shown($0) }
    }

    func shown(_ rows: [LeaderboardRow]) throws -> [LeaderboardRow] {
        guard rows.contains(where: \.person.hasRatedTexts), let reader = try reader else { return rows }
        return rows.map { row in
            var row = row
            row.person = reader.shown(row.person)
            return row
        }
    }

    func shown(_ comments: [Comment]) throws -> [Comment] {
        guard comments.contains(where: \.hasRatedTexts), let reader = try reader else { return comments }
        return comments.map { reader.shown($0) }
    }

    func shown(_ items: [FeedItem]) throws -> [FeedItem] {
        let items = withOwnXP(items)
        guard items.contains(where: \.hasRatedTexts), let reader = try reader else { return items }
        return items.map { reader.shown($0) }
    }

    func shown(_ workouts: [Workout]) throws -> [Workout] {
        let workouts = withOwnXP(workouts)
        guard workouts.contains(where: { $0.rating != .harmless }), let reader = try reader else {
            return workouts
        }
        return workouts.map { reader.shown($0) }
    }

    func shown(_ workout: Workout) throws -> Workout { try shown([workout])[0] }

    /// - Parameter placeholder: what takes the place of a held text.
    func shown(
        _ text: String, _ rating: TextRating, by author: Person.ID, ifHeld placeholder: String
    ) throws -> String {
        guard rating != .harmless, author != viewer.id, let reader = try reader else { return text }
        return reader.shown(text, rating, ifHeld: placeholder)
    }

    /// The message of another person; nil if it is held.
    func shown(_ message: String?, _ rating: TextRating) throws -> String? {
        guard rating != .harmless, let reader = try reader else { return message }
        return reader.shown(message, rating)
    }

    /// Children see titles by friends only: a friendship with the owner may have ended since they joined, or the group
    /// may have another owner.
    func shown(_ title: StoredTitle) throws -> String {
        guard try !viewer.isChild || isOwnOrFriends(title) else { return LeaderboardGroup.untitled }
        return try shown(title.text, title.rating, by: title.owner, ifHeld: LeaderboardGroup.untitled)
    }

    private func isOwnOrFriends(_ title: StoredTitle) throws -> Bool {
        try title.owner == viewer.id
            || connection.edge(from: viewer.id, to: title.owner)?.isMutual == true
    }
}

extension LeaderboardGroup {
    /// The title that others see while a title is held, and children if it is not that of a friend.
    static let untitled = "Group"
}
