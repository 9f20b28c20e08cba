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

    /// Checks a text that readers see as it is.
    /// - Parameter field: its name in the request.
    /// - Throws: ``SocialError/Code/invalidValue`` if it contains a link, or a word that is masked for any reader.
    func requireUnfiltered(_ text: String, field: String) throws(SocialError) {
        guard words.severity(of: text) == 0, !Link.isIn(text) else {
            throw SocialError(
                .invalidValue, "The \(field) contains a link, or words that the content filter masks.",
                field: field)
        }
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

    /// How the viewer reads texts; nil if they stay as written, since none of them depends on the reader.
    /// - Parameter areRated: whether the content filter may change them.
    private func reader(where areRated: Bool) throws -> TextReader? {
        guard !isUnfiltered else { return nil }
        let friends = try viewer.readsFriendsOnly ? viewer.friends : nil
        guard areRated || friends != nil else { return nil }
        return TextReader(
            reader: viewer.id, filter: try viewer.filter, words: environment.words, friends: friends)
    }

    func shown(_ people: [Person]) throws -> [Person] {
        guard !people.isEmpty, let reader = try reader(where: people.contains(where: \.hasRatedTexts)) else {
            return people
        }
        return people.map { reader.shown($0) }
    }

    func shown(_ rows: [LeaderboardRow]) throws -> [LeaderboardRow] {
        try shown(BoardPage(rows: rows, last: nil))
    }

    func shown(_ page: BoardPage) throws -> [LeaderboardRow] {
        guard !page.rows.isEmpty, let reader = try reader(where: page.hasRatedTexts) else { return page.rows }
        return page.rows.map { row in
            var row = row
            row.person = reader.shown(row.person)
            return row
        }
    }

    func shown(_ comments: [Comment]) throws -> [Comment] {
        guard !comments.isEmpty, let reader = try reader(where: comments.contains(where: \.hasRatedTexts))
        else { return comments }
        return comments.map { reader.shown($0) }
    }

    func shown(_ items: [FeedItem]) throws -> [FeedItem] {
        let items = withOwnXP(items)
        guard !items.isEmpty, let reader = try reader(where: items.contains(where: \.hasRatedTexts)) else {
            return items
        }
        return items.map { reader.shown($0) }
    }

    func shown(_ workouts: [Workout]) throws -> [Workout] {
        let workouts = try withReadReasons(withOwnXP(workouts))
        guard !workouts.isEmpty,
            let reader = try reader(where: workouts.contains { $0.rating != .harmless })
        else { return workouts }
        return workouts.map { reader.shown($0) }
    }

    func shown(_ workout: Workout) throws -> Workout { try shown([workout])[0] }

    /// - Parameter placeholder: shown in place of a text that is held, or that the viewer may not read.
    func shown(
        _ text: String, _ rating: TextRating, by author: Person.ID, otherwise placeholder: String
    ) throws -> String {
        guard author != viewer.id, let reader = try reader(where: rating != .harmless) else { return text }
        return reader.reads(author) ? reader.shown(text, rating, ifHeld: placeholder) : placeholder
    }

    /// The message of another person to an adult; nil if it is held.
    func shown(_ message: String?, _ rating: TextRating) throws -> String? {
        guard let reader = try reader(where: rating != .harmless) else { return message }
        return reader.shown(message, rating)
    }

    func shown(_ title: StoredTitle) throws -> String {
        try shown(title.text, title.rating, by: title.owner, otherwise: LeaderboardGroup.untitled)
    }
}

extension LeaderboardGroup {
    /// The placeholder for a group's title that the reader may not see.
    static let untitled = "Group"
}
