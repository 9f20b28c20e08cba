extension String {
    /// Returns the word with the smallest edit distance.
    /// - Parameters:
    ///   - words: the candidates.
    ///   - limit: the largest edit distance to accept.
    func nearest(of words: [String], within limit: Int = .max) -> String? {
        let distances = words.map { (word: $0, distance: distance(to: $0)) }
        return distances.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.word
    }

    /// The Levenshtein distance.
    private func distance(to other: String) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in enumerated() {
            var previous = row[0]
            row[0] = index + 1
            for (column, otherLetter) in other.enumerated() {
                let replaced = previous + (letter == otherLetter ? 0 : 1)
                previous = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, previous + 1)
            }
        }
        return row[other.count]
    }
}
