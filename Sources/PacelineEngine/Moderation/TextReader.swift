import Foundation
import Paceline

/// Shows the texts of others as a reader may see them: with the words masked that their content filter masks, and with
/// placeholders for held texts. For those who read friends only, texts of other people are treated like held ones,
/// except names. Authors see their own texts as they are.
struct TextReader {
    /// Nil for a visitor without an account.
    let reader: Person.ID?
    let filter: AccountSettings.ContentFilter
    let words: WordList
    /// The people whose texts the reader reads besides their own; nil for everyone's.
    var friends: Set<Person.ID>?

    func reads(_ author: Person.ID) -> Bool { author == reader || friends?.contains(author) ?? true }

    /// - Parameter placeholder: what takes the place of a held text.
    func shown(_ text: String, _ rating: TextRating, ifHeld placeholder: String) -> String {
        if rating.isHeld { return placeholder }
        let severity = rating.hidesLinks ? TextRating.heldFrom : rating.severity
        guard severity >= filter.leastMasked else { return text }
        return words.masked(text, from: filter.leastMasked, hidesLinks: rating.hidesLinks)
    }

    func shown(_ text: String?, _ rating: TextRating) -> String? {
        guard let text, rating != .harmless else { return text }
        return rating.isHeld ? nil : shown(text, rating, ifHeld: "")
    }
}

extension WordList {
    /// The text as readers with the filter see it.
    package func masked(_ text: String, with filter: AccountSettings.ContentFilter) -> String {
        masked(text, from: filter.leastMasked)
    }
}

extension AccountSettings.ContentFilter {
    /// The lowest severity of words that are masked.
    var leastMasked: Int {
        switch self {
        case .strict: 1
        case .moderate: 3
        case .off: 5
        }
    }
}

// MARK: - Values with texts

extension TextReader {
    func shown(_ person: Person) -> Person {
        let isRead = reads(person.id)
        guard person.hasRatedTexts || !isRead else { return person }
        var shown = person
        if person.id != reader {
            shown.displayName = self.shown(person.displayName, person.nameRating, ifHeld: person.username)
            shown.bio = isRead ? self.shown(person.bio, person.bioRating) : nil
        }
        shown.nameRating = .harmless
        shown.bioRating = .harmless
        return shown
    }

    func shown(_ workout: Workout) -> Workout {
        let rating = reads(workout.owner) ? workout.rating : TextRating(severity: 0, isHeld: true)
        guard rating != .harmless else { return workout }
        var shown = workout
        shown.rating = .harmless
        guard workout.owner != reader else {
            shown.isWaiting = workout.rating.isHeld ? true : nil
            return shown
        }
        shown.title = self.shown(workout.title, rating, ifHeld: Workout.untitled)
        shown.source = self.shown(workout.source, rating)
        if let detail = workout.detail {
            shown.detail?.notes = self.shown(detail.notes, rating)
            shown.detail?.sets = detail.sets.map { set in
                var set = set
                set.exercise = self.shown(set.exercise, rating, ifHeld: ExerciseSet.unnamed)
                return set
            }
        }
        shown.variant = shown.textVariant == workout.textVariant ? 0 : shown.textVariant
        return shown
    }

    func shown(_ comment: Comment) -> Comment {
        guard comment.hasRatedTexts || friends != nil else { return comment }
        var shown = comment
        shown.author = comment.author.map { self.shown($0) }
        if let author = comment.author, author.id != reader {
            shown.text = self.shown(comment.text, comment.rating, ifHeld: "")
        } else if comment.rating.isHeld {
            shown.isWaiting = true
        }
        shown.rating = .harmless
        return shown
    }

    func shown(_ item: FeedItem) -> FeedItem {
        guard item.hasRatedTexts || friends != nil else { return item }
        var shown = item
        shown.author = self.shown(item.author)
        if case .workout(let workout) = item.content { shown.content = .workout(self.shown(workout)) }
        shown.latestComment = item.latestComment.map { self.shown($0) }
        return shown
    }
}

extension Workout {
    /// The placeholder for a workout's title that the reader may not see.
    static let untitled = "Workout"

    /// A number for the texts, which differs for readers who see other texts.
    fileprivate var textVariant: UInt16 {
        let texts = [title, source ?? "", detail?.notes ?? ""] + (detail?.sets.map(\.exercise) ?? [])
        let hash = texts.joined(separator: "\n").utf8.reduce(1 as UInt16) { ($0 &* 31) ^ UInt16($1) }
        return max(hash, 1)
    }
}

extension ExerciseSet {
    /// The placeholder for an exercise that the reader may not see.
    static let unnamed = "Exercise"
}

extension Person {
    var hasRatedTexts: Bool { nameRating != .harmless || bioRating != .harmless }
}

extension Comment {
    var hasRatedTexts: Bool { rating != .harmless || author?.hasRatedTexts == true }
}

extension FeedItem {
    var hasRatedTexts: Bool {
        if author.hasRatedTexts || latestComment?.hasRatedTexts == true { return true }
        return if case .workout(let workout) = content { workout.rating != .harmless } else { false }
    }
}
