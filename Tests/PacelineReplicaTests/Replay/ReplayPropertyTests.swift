import Paceline
import PacelineAPI
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("Replaying random outboxes")
struct ReplayPropertyTests {
    private static let seeds = 1...Repetitions.count(60 as UInt64, deep: 2_000)

    @Test("an empty outbox shows the truth", arguments: seeds)
    func empty(_ seed: UInt64) {
        var random = RandomOutbox(seed: seed)
        let truth = random.truth()
        let view = replay(truth, Outbox())
        #expect(view.items == truth.items.mapValues(\.value))
        #expect(view.comments == truth.comments.mapValues(\.value))
        #expect(view.account == truth.account)
        #expect(view.edges == truth.edges)
    }

    @Test("refusing a command shows what the outbox without it and its dependents shows", arguments: seeds)
    func refusing(_ seed: UInt64) throws {
        var random = RandomOutbox(seed: seed)
        let truth = random.truth()
        let outbox = try random.outbox(of: 30)
        for command in outbox.commands where !command.isAnswered {
            var refused = outbox
            refused.refuse([command], .refused, SocialError(.notAllowed, ""))
            let gone = Set(refused.changes.refusals.map(\.position))
            #expect(gone.contains(command.position))
            var without = outbox
            without.commands.removeAll { gone.contains($0.position) }
            #expect(replay(truth, refused) == replay(truth, without), "seed \(seed)")
            // Nothing is left that needs what is gone.
            let made = Set(outbox.commands.filter { gone.contains($0.position) }.flatMap(\.scope.creates))
            #expect(!refused.commands.contains { $0.isWaiting && !made.isDisjoint(with: $0.scope.requires) })
        }
    }

    @Test("having the effect of a command twice changes nothing", arguments: seeds)
    func idempotent(_ seed: UInt64) throws {
        var random = RandomOutbox(seed: seed)
        let truth = random.truth()
        let outbox = try random.outbox(of: 30)
        let view = replay(truth, outbox)
        var twice = outbox
        twice.commands = outbox.commands.flatMap { [$0, $0] }
        #expect(replay(truth, twice) == view, "seed \(seed)")
    }

    @Test("no count is above the truth by more than the viewer's own that cannot be in it", arguments: seeds)
    func counts(_ seed: UInt64) throws {
        var random = RandomOutbox(seed: seed)
        let serial = Int64.random(in: 0...30, using: &random.random)
        let truth = random.truth(serial: serial)
        let outbox = try random.outbox(of: 30)
        let view = replay(truth, outbox)
        for (id, item) in view.items {
            guard let stored = truth.items[id]?.value else { continue }
            let own = outbox.commands.filter { $0.serialAtSending.map { serial <= $0 } ?? true }
            let kudos = own.contains { $0.scope.effect == .kudos(id, isGiven: true) } && !stored.hasKudos
            #expect(item.kudosCount <= stored.kudosCount + (kudos ? 1 : 0), "seed \(seed)")
            let comments = own.filter {
                if case .addComment(let added) = $0.scope.effect { added.item == id } else { false }
            }
            #expect(item.commentCount <= stored.commentCount + comments.count, "seed \(seed)")
            #expect(item.kudosCount >= 0 && item.commentCount >= 0, "seed \(seed)")
        }
    }
}
