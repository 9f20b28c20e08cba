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
        var (index, isInWord) = (0, false)
        while index < text.count {
            let scalar = text[index]
            if !isInWord || !scalar.isWord, let (result, end) = read(text, at: index, on: given) {
                results.append(result)
                index = end
            } else {
                index += 1
            }
            isInWord = index > 0 && text[index - 1].joinsWords
        }
        return results
    }

    private func read(_ text: [ShareScalar], at index: Int, on given: Day?) -> (SharedScore, end: Int)? {
        for candidate in candidates[text[index].folded] ?? [] {
            var scan = ShareScan(text: text, game: candidate.game, start: index)
            if scan.match(candidate.pieces), let result = scan.result(anchor: candidate.anchor, on: given) {
                return (result, max(scan.position, index + 1))
            }
        }
        return nil
    }
}
