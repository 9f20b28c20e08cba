import Paceline
import Testing

@Suite("The parts of a worth") struct WorthPartTests {
    @Test("A run is worth its distance, its time and its heart rate")
    func run() {
        let parts = ExperiencePolicy.current.parts(
            of: ExperiencePolicy.Effort(
                type: .running, millimetres: 10_000_000, milliseconds: 3_600_000, grams: 0,
                centibeats: 15_000, isCompleted: true))
        #expect(parts.map(\.kind) == [.distance, .time, .heartRate])
        #expect(parts.map(\.amount) == [10, 60, 60] && parts.map(\.rate) == [57, 1, 150])
        #expect(parts.map(\.xp) == [570, 60, 100])
    }

    @Test("An unfinished workout has none")
    func unfinished() {
        let effort = ExperiencePolicy.Effort(
            type: .yoga, millimetres: 0, milliseconds: 600_000, grams: 0, centibeats: 0, isCompleted: false)
        #expect(ExperiencePolicy.current.parts(of: effort).isEmpty)
    }

    @Test("The parts add up to the worth", arguments: 1...8 as ClosedRange<UInt64>)
    func sum(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let type = ExperiencePolicy.current.rates.randomElement(using: &random)?.type ?? .other
            let effort = ExperiencePolicy.Effort(
                type: type, millimetres: .random(in: 0...200_000_000, using: &random),
                milliseconds: .random(in: 0...86_400_000, using: &random),
                grams: .random(in: 0...20_000_000, using: &random),
                centibeats: .random(in: 0...18_000, using: &random), isCompleted: true)
            let worth = Double(ExperiencePolicy.current.worth(of: effort))
            let sum = ExperiencePolicy.current.parts(of: effort).reduce(0) { $0 + $1.xp }
            #expect(sum > worth - 0.000_1 && sum < worth + 1.000_1, "seed \(seed): \(effort)")
        }
    }

    @Test("The heart rate counts up to the limit that is explained")
    func limit() {
        func worth(_ beats: Int) -> Int {
            ExperiencePolicy.current.worth(
                of: ExperiencePolicy.Effort(
                    type: .yoga, millimetres: 0, milliseconds: 5_400_000, grams: 0,
                    centibeats: Int64(beats) * 100, isCompleted: true))
        }
        let limit = ExperiencePolicy.heartRateLimit
        #expect(worth(limit) == worth(limit + 20) && worth(limit) > worth(limit - 20))
    }
}
