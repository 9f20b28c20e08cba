/// Finds the results of all games in a catalogue in one pass over a text.
struct ShareReader: Sendable {
    /// A pattern with its game.
    private struct Candidate {
        let game: Game
        let anchor: PuzzleAnchor?
        let pieces: [SharePiece]
    }

    private var candidates: [ShareScalar: [Candidate]] = [:]

    init(_ entries: [GameEntry]) {
        for entry in entries {
            for pattern in entry.shareTexts {
                guard let first = pattern.first else { continue }
                candidates[first, default: []].append(
                    Candidate(game: entry.game, anchor: entry.anchor, pieces: pattern.pieces))
            }
        }
    }

    /// The results, in text order.
    func read(_ text: [ShareScalar], on given: Day?) -> [SharedScore] {
        var results: [SharedScore] = []
        var (place, isInWord) = (0, false)
        while place < text.count {
            let scalar = text[place]
            if !isInWord || !scalar.isWord, let (result, end) = read(text, at: place, on: given) {
                results.append(result)
                place = end
            } else {
                place += 1
            }
            isInWord = place > 0 && text[place - 1].joinsWords
        }
        return results
    }

    private func read(_ text: [ShareScalar], at place: Int, on given: Day?) -> (SharedScore, end: Int)? {
        for candidate in candidates[text[place].folded] ?? [] {
            var scan = ShareScan(text: text, game: candidate.game, start: place)
            if scan.match(candidate.pieces), let result = scan.result(anchor: candidate.anchor, on: given) {
                return (result, max(scan.position, place + 1))
            }
        }
        return nil
    }
}
