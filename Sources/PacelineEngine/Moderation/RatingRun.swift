import Foundation
import Paceline
import PacelineDatabase

extension PeriodicJob {
    /// Rates stored texts again after the word list has changed.
    static let ratingTexts = PeriodicJob("rating texts", pause: .seconds(600)) { engine in
        try await engine.rateTexts()
        return Outcome()
    }
}

extension Engine {
    /// How many texts a transaction rates.
    private static let ratedAtOnce = 200

    /// Rates all texts by the current word list, in small transactions. A run that was interrupted continues where it
    /// was, and a finished one costs one query.
    func rateTexts() async throws {
        let (words, now) = (environment.words, environment.now())
        let runs = try await translatingErrors { try await database.read { try $0.ratingRuns() } }
        for kind in HeldText.allCases where runs[kind]?.isFinished(with: words) != true {
            while try await translatingErrors({
                try await database.write { try $0.rate(kind, by: words, limit: Self.ratedAtOnce, at: now) }
            }) {
                try Task.checkCancellation()
            }
        }
    }
}

/// How far the texts of one kind have been rated by a word list.
private struct RatingRun {
    /// Of the list.
    let fingerprint: String
    /// The last rated text; nil when all are.
    let last: UUID?

    func isFinished(with words: WordList) -> Bool { fingerprint == words.fingerprint && last == nil }
}

/// A stored text to rate.
private struct StoredText {
    let id: UUID
    let rating: TextRating
    let texts: [String]
}

extension Connection {
    fileprivate func ratingRuns() throws -> [HeldText: RatingRun] {
        let runs = try fetch("SELECT kind, fingerprint, last FROM rating_runs") {
            ($0[0] as HeldText, RatingRun(fingerprint: $0[1], last: $0[2]))
        }
        return Dictionary(uniqueKeysWithValues: runs)
    }

    /// Rates the next slice of texts.
    /// - Returns: whether there may be more.
    fileprivate func rate(_ kind: HeldText, by words: WordList, limit: Int, at now: Date) throws -> Bool {
        let run = try ratingRuns()[kind]
        if run?.isFinished(with: words) == true { return false }
        // A list that changes during a run starts a new one.
        let start = run?.fingerprint == words.fingerprint ? run?.last : nil
        let texts = try storedTexts(kind, after: start ?? .zero, limit: limit)
        for text in texts {
            let severity = text.texts.map { words.severity(of: $0) }.max() ?? 0
            if severity != text.rating.severity { try rate(text, kind, severity, at: now) }
        }
        let last = texts.count < limit ? nil : texts.last?.id
        try send(
            """
            INSERT INTO rating_runs (kind, fingerprint, last)
            VALUES (\(kind), \(words.fingerprint), \(last))
            ON CONFLICT (kind) DO UPDATE SET fingerprint = excluded.fingerprint, last = excluded.last
            """)
        return last != nil
    }

    /// What is published stays so, with masked words. What waits for a word that is no longer listed is released.
    private func rate(_ text: StoredText, _ kind: HeldText, _ severity: Int, at now: Date) throws {
        let old = text.rating
        let new = TextRating(severity: severity, hidesLinks: old.hidesLinks, isHeld: old.isHeld)
        if old.isHeld, !old.hidesLinks, severity < TextRating.heldFrom {
            return try release(kind, text.id, with: new.released, at: now)
        }
        try send(kind.setRating(new, of: text.id))
        if !old.isHeld { try logRating(of: kind, text.id, at: now) }
    }

    private func storedTexts(_ kind: HeldText, after id: UUID, limit: Int) throws -> [StoredText] {
        let rows = try fetch(kind.slice(after: id, limit: limit)) { row in
            (
                id: row.next() as UUID, rating: row.next() as TextRating,
                texts: [row.next() as String?, row.next() as String?], detail: row.next() as String?
            )
        }
        return try rows.map { row in
            let detail = try row.detail.map {
                try JSONDecoder().decode(WorkoutDetail.self, from: Data($0.utf8))
            }
            return StoredText(
                id: row.id, rating: row.rating,
                texts: row.texts.compactMap(\.self) + (detail?.texts ?? []))
        }
    }
}
