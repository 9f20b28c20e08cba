import Paceline
import PacelineAPI
import PacelineTestSupport
import Testing

/// Compares pairs of communities that differ only in something that a person must not notice, such as a block: 1,008
/// pairs with all secrets, of people of every age.
@Suite("Twin worlds", .timeLimit(.minutes(60)))
struct TwinWorldTests {
    @Test("what a person must not notice changes no response to them", arguments: Secret.allCases)
    func twins(_ secret: Secret) async throws {
        var successes: [String: Int] = [:]
        var listsReward = false
        let wholeCount = Repetitions.count(1 as UInt64, deep: 125)
        for seed in 1...Repetitions.count(112 as UInt64, deep: 1_000) {
            let extent: TwinWorld.Extent = seed <= wholeCount ? .whole : .sample
            let plain = try await TwinWorld.observations(of: secret, happening: false, seed: seed, extent)
            let twin = try await TwinWorld.observations(of: secret, happening: true, seed: seed, extent)
            let difference = zip(plain.lines, twin.lines).first { $0.text != $1.text }
            #expect(difference?.0.text == difference?.1.text, "\(secret.rawValue), seed \(seed)")
            #expect(plain.lines.count == twin.lines.count, "\(secret.rawValue), seed \(seed)")
            for (one, other) in zip(plain.lines, twin.lines) {
                guard let cost = one.cost, let twinCost = other.cost else { continue }
                let isSimilar = cost.isSimilar(to: twinCost, within: secret.difference)
                #expect(isSimilar, "\(secret.rawValue), seed \(seed), \(one.text): \(cost), \(twinCost)")
            }
            successes.merge(plain.successes, uniquingKeysWith: +)
            listsReward =
                listsReward
                || plain.lines.contains {
                    $0.text.hasPrefix("\(API.rewards.id) ") && $0.text.contains(TwinScene.reward.title)
                }
        }
        #expect(listsReward)
        // A new endpoint or page that reads needs something to read here.
        let all = TwinWorld.readingEndpoints.map(\.id) + WebPageRead.allCases.map(\.rawValue)
        #expect(all.filter { successes[$0, default: 0] < 5 } == [])
    }
}

extension Secret {
    /// How far the costs of a response may differ. The secret itself may take a few statements of fixed cost, but not
    /// one for each of the things that are hidden.
    fileprivate var difference: DatabaseCost {
        switch self {
        // Without anyone to hide, the rows of hidden people are not looked up.
        case .block, .laterBlock: DatabaseCost(statements: 16, rows: 16)
        // An item that is hidden is found before it is known to be hidden.
        case .privateItems, .friendsItems, .declining, .mute, .role, .account, .heldComment:
            DatabaseCost(statements: 8, rows: 12)
        }
    }
}

extension DatabaseCost {
    fileprivate func isSimilar(to other: DatabaseCost, within difference: DatabaseCost) -> Bool {
        abs(statements - other.statements) <= difference.statements
            && abs(rows - other.rows) <= difference.rows
    }
}
