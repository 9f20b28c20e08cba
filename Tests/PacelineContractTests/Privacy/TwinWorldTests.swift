import Paceline
import PacelineAPI
import PacelineTestSupport
import Testing

/// Compares pairs of communities that differ only in something that a person must not notice, such as a block.
@Suite("Twin worlds", .timeLimit(.minutes(60)))
struct TwinWorldTests {
    @Test("what a person must not notice changes no response to them", arguments: Secret.allCases)
    func twins(_ secret: Secret) async throws {
        var answered: Set<String> = []
        for seed in 1...Repetitions.count(8 as UInt64, deep: 125) {
            let plain = try await TwinWorld.observations(of: secret, happening: false, seed: seed)
            let twin = try await TwinWorld.observations(of: secret, happening: true, seed: seed)
            let difference = zip(plain.lines, twin.lines).first { $0 != $1 }
            #expect(difference?.0 == difference?.1, "\(secret.rawValue), seed \(seed)")
            #expect(plain.lines.count == twin.lines.count, "\(secret.rawValue), seed \(seed)")
            answered.formUnion(plain.answered)
        }
        // A new endpoint that reads needs something to read here.
        let reading = AllEndpoints.all.filter {
            $0.method == .get && $0.access != .anyone && $0.role == nil && !$0.isHandledByServer
                && $0.id != API.changes.id
        }
        #expect(Set(reading.map(\.id)).subtracting(answered) == [])
    }
}
