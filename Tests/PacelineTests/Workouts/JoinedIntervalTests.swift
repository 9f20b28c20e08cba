import Paceline
import Testing

@Suite("Joined intervals") struct JoinedIntervalTests {
    @Test(
        "Joined intervals keep the time, the distance and the beats",
        arguments: [2, 250, 251, 500, 999, 1_000])
    func joined(count: Int) {
        let intervals = (0..<count).map {
            Interval(
                index: $0, duration: 60 + Double($0 % 7), distance: 200 + Double($0 % 3),
                heartRate: 140 + Double($0 % 11), restDuration: 30)
        }
        func sum(_ intervals: [Interval], _ value: (Interval) -> Double?) -> Double {
            intervals.reduce(0) { $0 + (value($1) ?? 0) }
        }
        let joined = intervals.joined(upTo: 250)
        #expect(joined.count <= 250 && joined.map(\.index) == Array(joined.indices))
        #expect(count > 250 || joined == intervals)
        let values: [(Interval) -> Double?] = [
            \.duration, \.distance, \.restDuration, { ($0.heartRate ?? 0) * ($0.duration ?? 0) },
        ]
        for value in values { #expect(abs(sum(joined, value) / sum(intervals, value) - 1) < 1e-9) }
    }

    @Test("Joined intervals are unknown where one of them is") func unknown() {
        let known = Interval(index: 0, duration: 100, distance: 500, heartRate: 150)
        let joined = [known, Interval(index: 1, duration: 100), known, known].joined(upTo: 2)
        #expect(
            joined == [
                Interval(index: 0),
                Interval(index: 1, duration: 200, distance: 1_000, heartRate: 150, restDuration: 0),
            ])
    }
}
