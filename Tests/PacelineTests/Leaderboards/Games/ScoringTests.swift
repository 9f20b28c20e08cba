import Testing

@testable import Paceline

@Suite struct ScoringTests {
    @Test(arguments: [
        (Scoring.lowerAttempts, 1, 6, 6), (.lowerAttempts, 3, 6, 4), (.lowerAttempts, 6, 6, 1),
        (.lowerAttempts, 7, 6, 0),
        (.lowerGuesses, 15, 20, 6), (.lowerGuesses, 21, 20, 0), (.lowerHints, 0, 10, 11),
        (.lowerHints, 2, 10, 9),
        (.lowerHints, 10, 10, 1), (.lowerTimeSeconds, 0, 1, 7), (.lowerTimeSeconds, 29, 1, 7),
        (.lowerTimeSeconds, 30, 1, 6),
        (.lowerTimeSeconds, 59, 1, 6), (.lowerTimeSeconds, 89, 1, 5), (.lowerTimeSeconds, 90, 1, 4),
        (.lowerTimeSeconds, 120, 1, 3),
        (.lowerTimeSeconds, 179, 1, 2), (.lowerTimeSeconds, 180, 1, 1), (.lowerTimeSeconds, 240, 1, 1),
        (.higherIsBetter, 50, 7, 7),
        (.higherIsBetter, 5, 7, 5), (.higherIsBetter, 0, 7, 0),
    ])
    func `a score converts to these points`(scoring: Scoring, score: Int, maximum: Int, points: Int) {
        #expect(scoring.points(score: score, maximum: maximum, isCompleted: true) == points)
    }

    @Test(arguments: Scoring.allCases)
    func `points are never negative and never above the maximum`(scoring: Scoring) {
        let numbers = [Int.min, -1_000_000, -1, 0, 1, 2, 6, 7, 100, 1_000_000, .max]
        for score in numbers {
            for maximum in numbers {
                let points = scoring.points(score: score, maximum: maximum, isCompleted: true)
                #expect((0...scoring.maxPoints(maximum: maximum)).contains(points), "\(score) of \(maximum)")
                #expect(!scoring.metric(points: score, maximum: maximum, isCompleted: true).isEmpty)
            }
        }
    }

    @Test(arguments: Scoring.allCases)
    func `unsolved puzzles and unknown scores earn no points`(scoring: Scoring) {
        #expect(scoring.points(score: 1, maximum: 6, isCompleted: false) == 0)
        #expect(scoring.points(score: nil, maximum: 6, isCompleted: true) == 0)
        #expect(scoring.metric(points: 0, maximum: 6, isCompleted: false) == "not solved")
    }

    @Test func `the label shows the attempts behind the points`() {
        for score in 0...6 {
            let points = Scoring.lowerAttempts.points(score: score, maximum: 6, isCompleted: true)
            let label = Scoring.lowerAttempts.metric(points: points, maximum: 6, isCompleted: true)
            #expect(label == (score == 1 ? "1 guess" : "\(score) guesses"))
        }
        #expect(Scoring.lowerHints.metric(points: 9, maximum: 10, isCompleted: true) == "2 hints")
        #expect(Scoring.lowerHints.metric(points: 10, maximum: 10, isCompleted: true) == "1 hint")
        #expect(Scoring.lowerGuesses.metric(points: 0, maximum: 20, isCompleted: true) == "solved")
    }

    @Test func `the label shows the half minute behind the points`() {
        let labels = (1...7).map {
            Scoring.lowerTimeSeconds.metric(points: $0, maximum: 180, isCompleted: true)
        }
        #expect(labels == ["3m+", "<3m", "<2m30s", "<2m", "<1m30s", "<1m", "<30s"])
    }

    @Test func `the label of points is the points`() {
        let labels = [0, 1, 5, 7].map {
            Scoring.higherIsBetter.metric(points: $0, maximum: 7, isCompleted: true)
        }
        #expect(labels == ["0 pts", "1 pt", "5 pts", "7 pts"])
    }

    @Test(arguments: Scoring.allCases)
    func `points beyond one result are labelled as a sum`(scoring: Scoring) {
        #expect(scoring.metric(points: 31, maximum: 6, isCompleted: true) == "31 pts")
    }
}
