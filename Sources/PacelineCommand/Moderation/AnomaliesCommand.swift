import ArgumentParser
import Foundation
import Paceline

struct AnomaliesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anomalies",
        abstract: "List workouts that look impossible or unusual, and decide whether they count.",
        discussion: """
            Moderators use it on the server that they are signed in to. The operator uses it with --data on this \
            machine, and can also decide otherwise than moderators have.
            """,
        subcommands: [List.self, Approve.self, Exclude.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the workouts in a state, oldest first.",
            discussion: """
                Workouts that are held or appealed wait for a decision. Late ones are held, too, but until their owner \
                asks for a review, only the operator sees them. Unusual ones count.
                """)

        @Option(
            help: ArgumentHelp(
                "Their state: unusual, late, held, approved, excluded or appealed.", valueName: "state"))
        var state = AnomalyState.held
        @OptionGroup var page: PageOptions
        @OptionGroup var desk: ModerationOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let moderation = try await desk.moderation()
            let found = try await page.gather { try await moderation.anomalies(in: state, $0) }
            try output.show(found, found.items.table)
            if found.items.isEmpty { Console.note("No workout is \(state.label).") }
            if found.next != nil { Console.note(SharedTexts.moreResults) }
        }
    }

    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Approve a workout, so that it counts.")

        @OptionGroup var decision: DecisionOptions

        func run() async throws { try await decision.decide(.approved, "The workout counts.") }
    }

    struct Exclude: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Exclude a workout from totals and leaderboards.",
            discussion: "A workout that is not listed can be excluded with its whole ID.")

        @OptionGroup var decision: DecisionOptions

        func run() async throws { try await decision.decide(.excluded, "The workout counts nowhere.") }
    }
}

/// The workout that is decided, and why.
struct DecisionOptions: ParsableArguments {
    @Argument(help: ArgumentHelp.workout) var id: ShortID
    @Option(
        help: ArgumentHelp(
            "Why. Adults and teenagers read it; children and people without a birth date do not. No links, and no "
                + "words that the filter masks.", valueName: "text"))
    var reason: String
    @OptionGroup var desk: ModerationOptions
    @OptionGroup var output: OutputOptions

    func decide(_ outcome: WorkoutDecision.Outcome, _ confirmation: String) async throws {
        let moderation = try await desk.moderation()
        let decision = WorkoutDecisionDraft(outcome: outcome, reason: reason)
        let anomaly: WorkoutAnomaly
        if let listed = try await self.anomaly(in: moderation) {
            anomaly = try await moderation.decide(listed.id, decision, ifMatch: listed.version)
        } else {
            guard outcome == .excluded, let unlisted = id.completeID(Workout.ID.self) else {
                throw SocialError.workoutNotFound
            }
            anomaly = try await desk.exclude(unlisted, decision)
        }
        if output.json { return try output.show(anomaly, [anomaly].table) }
        Console.note(confirmation)
    }

    /// The listed workout, in any state; nil if the argument is the whole id of a workout that is not listed.
    private func anomaly(in moderation: any ModerationService) async throws -> WorkoutAnomaly? {
        var found: [Workout.ID: WorkoutAnomaly] = [:]
        for state in AnomalyState.allCases {
            _ = try await id.matches(in: 50, id: \WorkoutAnomaly.id) { request in
                let page = try await moderation.anomalies(in: state, request)
                for anomaly in page.items where id.ends(anomaly.id) { found[anomaly.id] = anomaly }
                return page
            }
        }
        if found.isEmpty, id.completeID(Workout.ID.self) != nil { return nil }
        return found[try id.only(of: Set(found.keys), "workouts")]
    }
}

extension [WorkoutAnomaly] {
    /// The workouts, one per line.
    fileprivate var table: Table {
        var table = Table(
            .left("ID"), .left("PERSON"), .left("WORKOUT"), .left("WHEN", dropPriority: 2),
            .wrapped("WHY", dropPriority: 1))
        for anomaly in self {
            table.add(
                .init(anomaly.id.short, .faint), .init("@" + anomaly.owner.username),
                .init(
                    anomaly.workout.title.isEmpty
                        ? anomaly.workout.type.rawValue : anomaly.workout.spokenTitle),
                .init(HumanTime.dateTime(anomaly.workout.startedAt)),
                .init(anomaly.limits.map(\.sentence).joined(separator: "; ")))
        }
        return table
    }
}

extension PlausibilityLimit {
    /// What is wrong with a workout that exceeds the limit.
    var sentence: String {
        switch self {
        case .speed: "faster than the records of the sport"
        case .liftingRate: "more than 60 tonnes lifted an hour"
        case .distanceWithoutTime: "a distance, but no time"
        case .volumeWithoutTime: "a weight, but no time"
        case .heartRate: "a heart rate above 220 bpm"
        case .elapsedTime: "longer than from start to end"
        case .longestTime: "longer than 24 hours"
        case .overlap: "at the same time as another workout"
        case .yearsBest: "worth more than three times the best of the year before"
        case .excludedBefore: "at the same time as a workout that was excluded"
        case .speedOfDay: "faster than records, together with others of its day"
        case .unknown(let word): word
        }
    }
}

extension AnomalyState: ExpressibleByArgument {
    public init?(argument: String) {
        guard let state = Self.allCases.first(where: { $0.label == argument }) else { return nil }
        self = state
    }

    public static var allValueStrings: [String] { allCases.map(\.label) }

    /// The word for the state in tables and options.
    var label: String {
        switch self {
        case .listed: "unusual"
        case .late, .held, .approved, .excluded, .appealed, .unknown: rawValue
        }
    }
}
