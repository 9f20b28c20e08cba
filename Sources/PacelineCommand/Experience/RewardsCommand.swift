import ArgumentParser
import Foundation
import Paceline
import PacelineAPI

struct RewardsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewards", abstract: "List the rewards of the community, and redeem XP for them.",
        subcommands: [
            List.self, Redeem.self, Redeemed.self, Refund.self, Code.self, CheckFile.self,
        ], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the rewards that are offered now, and whether you can redeem them.")

        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let rewards = try await context.services().rewards()
            try output.show(rewards, rewards.isEmpty ? Table() : rewards.table)
            if rewards.isEmpty { Console.note("The community offers no rewards now.") }
        }
    }

    struct Redeem: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Redeem a reward.",
            discussion: "Pays its price from your balance; your level stays. \(Redemption.refundRule)")

        @Argument(help: "The reward, by its ID in the list.") var reward: Reward.ID
        @Option(help: ArgumentHelp("Redeem it only at this price, in XP.", valueName: "xp")) var price: Int?
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let offered = try await services.rewards().first { $0.id == reward }
            guard let agreed = price ?? offered?.price else {
                throw Failure(
                    .rejected, "The community does not offer “\(reward)” now.",
                    advice: "List the rewards with: paceline rewards")
            }
            let redemption = try await services.redeem(reward, at: agreed)
            try output.show(redemption, redemption.sheet)
            guard redemption.hasCode else { return }
            Console.note("Show the code with: paceline rewards code \(redemption.id.short)")
        }
    }

    struct Redeemed: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the rewards that you redeemed, newest first.")

        @OptionGroup var list: ListOptions

        func run() async throws {
            try await list.show(emptyMessage: "You have not redeemed a reward yet.", \.table) {
                try await $0.redemptions($1)
            }
        }
    }

    struct Refund: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Refund a reward that you redeemed within the last 24 hours.")

        @Argument(help: ArgumentHelp.redemption) var redemption: ShortID
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let refunded = try await services.refund(redemption.redemption(of: services))
            try output.show(refunded, refunded.sheet)
        }
    }

    struct Code: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the code of a reward that you redeemed.",
            discussion: """
                It is always the same code. Afterwards only administrators and the operator can refund the reward.
                """)

        @Argument(help: ArgumentHelp.redemption) var redemption: ShortID
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let shown = try await services.showCode(of: redemption.redemption(of: services))
            try output.show(shown, shown.sheet)
        }
    }

    struct CheckFile: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Check a file with rewards, as the operator of a server.",
            discussion: "Exits with 1 if a server would not start with it. Codes are counted, not shown.")

        @Argument(help: ArgumentHelp("The file, such as rewards.json.", valueName: "file")) var file: String
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let offers = try RewardCatalogue(file: file).offers.map(Offer.init)
            try output.show(offers, offers.table)
        }

        struct Offer: Encodable {
            let id: Reward.ID
            let title: String
            let price: Int
            let stock: Int?
            let codes: Int?

            init(_ offer: RewardOffer) {
                (id, title, price) = (offer.id, offer.title, offer.price)
                (stock, codes) = (offer.stock, offer.codes?.count)
            }
        }
    }
}

extension ShortID {
    /// The redemption of the user.
    fileprivate func redemption(of services: any SocialServices) async throws -> Redemption.ID {
        try await find("redeemed reward", id: \.id) { try await services.redemptions($0) }
    }
}

extension Reward.ID: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension RewardCatalogue {
    /// Reads a file with rewards.
    /// - Throws: ``Failure`` if it cannot be read or is invalid.
    init(file path: String) throws {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Failure(.rejected, "The rewards file \(path) cannot be read.")
        }
        do {
            self = try RewardCatalogue(json: Array(bytes))
        } catch let error as SocialError {
            let place = error.field.map { " (\($0))" } ?? ""
            throw Failure(.rejected, "The rewards file \(path) is invalid\(place): \(error.message)")
        }
    }
}

// MARK: - Tables

extension [Reward] {
    /// The rewards, one per line.
    fileprivate var table: Table {
        var table = Table(
            .left("ID"), .truncated("TITLE"), .right("XP"), .right("LEFT", dropPriority: 1),
            .left("UNTIL", dropPriority: 2), .left("YOU"))
        for reward in self {
            table.add(
                .init(reward.id.description, .accent), .init(reward.title),
                .init(Measure.grouped(reward.price)),
                .init(reward.remaining.map { Measure.grouped($0) }),
                .init(reward.lastDay.map { HumanTime.text(of: $0) }),
                .init(reward.sentence, reward.obstacle == nil ? .good : .faint))
        }
        return table
    }
}

extension Reward {
    fileprivate var sentence: String {
        switch obstacle {
        case nil: "can redeem it"
        case .insufficientXP: "need more XP"
        case .soldOut: "sold out"
        case .limitReached: "have redeemed it \(Measure.count(redeemed, "time"))"
        case .level: "need level \(minimumLevel ?? 0)"
        case .age: "need to be \(minimumAge ?? 0)"
        case .birthDate: "need a birth date"
        case .unknown(let word): word
        }
    }
}

extension [Redemption] {
    /// What was redeemed, one per line.
    fileprivate var table: Table {
        var table = Table(
            .left("ID"), .left("WHEN"), .truncated("TITLE"), .right("XP"), .left("STATE"),
            .left("REFUND UNTIL", dropPriority: 1))
        for redemption in self {
            table.add(
                .init(redemption.id.short, .faint), .init(HumanTime.dateTime(redemption.redeemedAt)),
                .init(redemption.title), .init(Measure.grouped(redemption.price)),
                .init(redemption.state.label),
                .init(redemption.refundableUntil.map { HumanTime.dateTime($0) }, .faint))
        }
        return table
    }
}

extension RedemptionState: ExpressibleByArgument {
    public init?(argument: String) {
        guard let state = Self.allCases.first(where: { $0.label == argument }) else { return nil }
        self = state
    }

    public static var allValueStrings: [String] { allCases.map(\.label) }

    /// The word for the state in tables and options.
    var label: String {
        switch self {
        case .redeemed: "redeemed"
        case .fulfilled: "received"
        case .refunded: "refunded"
        case .unknown(let word): word
        }
    }
}

extension Redemption {
    var sheet: Sheet {
        var sheet = Sheet()
        sheet.add("Reward", title)
        sheet.add("ID", id.short)
        sheet.add("XP", Measure.grouped(price))
        sheet.add("State", state.label)
        if let code { sheet.add("Code", code) }
        if let refundableUntil { sheet.add("Refund until", HumanTime.dateTime(refundableUntil)) }
        return sheet
    }
}

extension [RewardsCommand.CheckFile.Offer] {
    fileprivate var table: Table {
        var table = Table(
            .left("ID"), .truncated("TITLE"), .right("XP"), .right("STOCK"), .right("CODES"))
        for offer in self {
            table.add(
                .init(offer.id.description, .accent), .init(offer.title), .init(Measure.grouped(offer.price)),
                .init(offer.stock.map { Measure.grouped($0) }), .init(offer.codes.map { Measure.grouped($0) })
            )
        }
        return table
    }
}
