import Testing

@testable import PacelineBenchmark

@Suite("Benchmarks of overload")
struct AdmissionBenchmarkTests {
    private static func results(served: [Int], refused: [Int] = []) -> CallResults {
        CallResults(
            seconds: 10, served: served.map { .milliseconds($0) }, refused: refused.map { .milliseconds($0) })
    }

    /// The measurements of 2,000 callers by what follows their number in the name.
    private static func measurements(of results: CallResults) -> [String: Measurement] {
        let alone = Self.results(served: [2, 2, 3])
        let found = AdmissionBenchmarks.measurements(of: results, callers: 2_000, alone: alone, best: 100)
        return Dictionary(uniqueKeysWithValues: found.map { (String($0.name.dropFirst(14)), $0) })
    }

    @Test("Requests are divided into those served and those refused")
    func shares() {
        let results = Self.results(
            served: [Int](repeating: 120, count: 900), refused: [Int](repeating: 110, count: 300))
        let found = Self.measurements(of: results)
        #expect(found["share refused"]?.ratio == 0.25)
        #expect(found["requests relative to the peak"]?.ratio == 1.2)
        #expect(found["pages served"]?.perSecond == 90)
        #expect(found["pages served relative to the peak"]?.ratio == 0.9)
        #expect(found["time to serve"]?.p99Milliseconds == 120)
        #expect(found["time to refuse"]?.p99Milliseconds == 110)
        #expect(found.values.allSatisfy { $0.isReached })
    }

    @Test("Fewer responses, longer waits and late refusals miss their goals")
    func missed() {
        let results = Self.results(
            served: [Int](repeating: 154, count: 890), refused: [Int](repeating: 201, count: 300))
        let missed = Self.measurements(of: results).filter { !$0.value.isReached }.keys.sorted()
        #expect(missed == ["pages served relative to the peak", "time to refuse", "time to serve"])
    }

    @Test("Without refusals, there is no time of them")
    func none() {
        let found = Self.measurements(of: Self.results(served: [Int](repeating: 5, count: 1_000)))
        #expect(found["time to refuse"] == nil && found["share refused"]?.ratio == 0)
    }
}
