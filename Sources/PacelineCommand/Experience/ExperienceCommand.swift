import ArgumentParser
import Foundation
import Paceline

struct ExperienceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xp", abstract: "Show your XP and level, what earned them, and how they are calculated.",
        subcommands: [Show.self, Ledger.self, Policy.self, Verify.self, Anchor.self],
        defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show your XP and level.")

        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let experience = try await context.services().experience()
            try output.show(experience, experience.sheet)
        }
    }

    struct Ledger: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the changes of your XP, newest first.",
            discussion: """
                Entries never change: a workout that earns more or less after an edit, a deletion or another workout \
                of the day adds one for the difference. Show why a workout earned its XP with: paceline workouts show \
                USERNAME/ID
                """)

        @OptionGroup var list: ListOptions

        func run() async throws {
            try await list.show(
                emptyMessage: "You have no XP yet. Workouts earn it when you publish them within 14 days.",
                \.table
            ) {
                try await $0.ledger($1)
            }
        }
    }

    struct Policy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show how XP is calculated.")

        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let policy = try await context.services().experiencePolicy()
            try output.show(policy) { policy.table.lines(on: $0) + [""] + ExperiencePolicy.explanation }
        }
    }
}

extension Experience {
    fileprivate var sheet: Sheet {
        let next = Level(lifetime: lifetime).next
        var sheet = Sheet()
        sheet.add("Level", "\(level)")
        sheet.add("XP", Measure.grouped(lifetime))
        if balance != lifetime { sheet.add("Balance", Measure.grouped(balance) + " to spend on rewards") }
        sheet.add(
            "Next level",
            "\(next.number) at \(Measure.grouped(nextLevel)) XP, \(Measure.grouped(nextLevel - lifetime)) to go"
        )
        sheet.add("Today", "\(Measure.grouped(today)) of \(Measure.grouped(ExperienceLimits.dailyXP)) XP")
        return sheet
    }
}

extension [LedgerEntry] {
    /// The entries, one per line.
    fileprivate var table: Table {
        var table = Table(
            .left("WHEN"), .left("WORKOUT"), .right("XP"), .right("TOTAL"), .wrapped("WHY", dropPriority: 1))
        for entry in self {
            table.add(
                .init(HumanTime.dateTime(entry.at)), .init(entry.workout?.short, .faint),
                .init(entry.change, entry.amount < 0 ? .bad : .good), .init(Measure.grouped(entry.lifetime)),
                .init(entry.explanation, .faint))
        }
        return table
    }
}

extension LedgerEntry {
    fileprivate var change: String { (amount < 0 ? "" : "+") + Measure.grouped(amount) }

    fileprivate var explanation: String? {
        switch kind {
        case .earned: reason?.sentence
        case .reversed: reason?.sentence ?? "correction"
        case .redeemed: "spent on a reward; \(Measure.grouped(balance)) XP left to spend"
        case .refunded: "refund of a reward"
        case .unknown(let word): word
        }
    }
}

extension ExperiencePolicy {
    /// The rates, one sport per line.
    fileprivate var table: Table {
        var table = Table(.left("SPORT"), .right("PER KM"), .right("PER MINUTE"))
        for rate in rates {
            table.add(
                .init(rate.type?.rawValue ?? "any other"),
                .init(rate.perKilometre == 0 ? "–" : "\(rate.perKilometre)"), "\(rate.perMinute)")
        }
        return table
    }

    fileprivate static let explanation = [
        "Each minute also adds the average heart rate, up to \(heartRateLimit) bpm, divided by "
            + "\(beatsPerXP).",
        "Each tonne lifted adds \(xpPerTonne) XP. Workouts that were not completed are worth nothing.",
        "",
        "A day earns at most \(Measure.grouped(ExperienceLimits.dailyXP)) XP, for its "
            + "\(ExperienceLimits.dailyWorkouts) best workouts that are "
            + "\(ExperienceLimits.cooldownMinutes) minutes apart.",
        "To earn XP, publish a workout within \(ExperienceLimits.publicationDays) days after its end.",
    ]
}
