import ArgumentParser
import Paceline
import PacelineEngine

extension AdminCommand {
    struct Rewards: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the rewards that members redeemed, note which they received, and refund them.",
            discussion: """
                rewards.json in the data folder lists the rewards that members can redeem. Check it with: paceline \
                rewards check FILE
                """,
            subcommands: [List.self, Fulfil.self, Refund.self], defaultSubcommand: List.self)

        struct List: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "List redeemed rewards in a state, oldest first, at most 1,000.")

            @Option(help: "Their state: redeemed (not received yet), received or refunded.")
            var state = RedemptionState.redeemed
            @OptionGroup var community: CommunityOptions
            @OptionGroup var output: OutputOptions

            func run() async throws {
                let engine = try await community.engine()
                let found = try await engine.memberRedemptions(in: state)
                try output.show(found, found.isEmpty ? Table() : found.table)
                if found.isEmpty { Console.note("No reward is \(state.label).") }
            }
        }

        struct Fulfil: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Mark a reward as received.",
                discussion: """
                    The member is notified. If the reward has codes, the member gets one, and only they see it. \
                    \(SharedTexts.serverMayRun)
                    """)

            @Argument(help: ArgumentHelp.redemption) var redemption: ShortID
            @OptionGroup var community: CommunityOptions
            @OptionGroup var output: OutputOptions

            func run() async throws {
                let engine = try await community.engine(ledgerKey: .required)
                let id = try await redemption.redemption(in: [.redeemed, .fulfilled], engine)
                let changed = try await engine.fulfilRedemption(id)
                try output.acknowledge("@\(changed.username) has received \(changed.redemption.title).")
            }
        }

        struct Refund: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Give a member the price of a reward back, even after it was handed over.",
                discussion: SharedTexts.serverMayRun)

            @Argument(help: ArgumentHelp.redemption) var redemption: ShortID
            @OptionGroup var community: CommunityOptions
            @OptionGroup var output: OutputOptions

            func run() async throws {
                let engine = try await community.engine(ledgerKey: .required)
                let id = try await redemption.redemption(in: [.redeemed, .fulfilled], engine)
                let changed = try await engine.refundRedemption(id)
                try output.acknowledge(
                    "@\(changed.username) got \(Measure.grouped(changed.redemption.price)) XP back.")
            }
        }
    }
}

extension ShortID {
    /// The redemption of a member in one of the states.
    fileprivate func redemption(
        in states: [RedemptionState], _ engine: Engine
    ) async throws -> Redemption.ID {
        if let complete = completeID(Redemption.ID.self) { return complete }
        var found: Set<Redemption.ID> = []
        for state in states {
            found.formUnion(try await engine.memberRedemptions(in: state).map(\.id).filter(ends))
        }
        return try only(of: found, "redeemed rewards")
    }
}

extension [MemberRedemption] {
    /// Redeemed rewards, one per line.
    fileprivate var table: Table {
        var table = Table(
            .left("ID"), .left("WHEN"), .left("USERNAME"), .truncated("NAME", dropPriority: 1),
            .truncated("TITLE"), .right("XP", dropPriority: 2))
        for entry in self {
            table.add(
                .init(entry.id.short, .faint), .init(HumanTime.dateTime(entry.redemption.redeemedAt)),
                .init("@" + entry.username, .accent), .init(entry.displayName), .init(entry.redemption.title),
                .init(Measure.grouped(entry.redemption.price)))
        }
        return table
    }
}
