import ArgumentParser
import Foundation
import Paceline

struct FeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Show your feed of workouts, scores and what people earned, newest first.",
        discussion: "The scores that one person earned on one day are listed together.")

    @Flag(help: "Only your last ten items and the last three of each friend.") var recent = false
    @Option(help: "Only this person's items.") var person: PersonArgument?
    @Option(help: "Only your items and those of members of this group, by title or id.") var group:
        GroupArgument?
    @Option(
        help: """
            Only these kinds, separated by commas: workout, score, levelUp, achievement or milestone; badges for the \
            last three.
            """) var kind: FeedKindsArgument?
    @Option(help: "Only this sport: rowing, running, cycling, strength …") var type: WorkoutType?
    @Option(help: ArgumentHelp.firstDay) var from: Day?
    @Option(help: ArgumentHelp.lastDay) var to: Day?
    @OptionGroup var options: ListOptions

    func run() async throws {
        try await options.show(emptyMessage: emptyMessage) {
            try await $0.feed(query(in: $0), $1)
        } table: { services, items in
            let hasScores = items.contains { $0.score != nil }
            let items = FeedCard.cards(from: items).flatMap(\.items)
            return items.table(now: Date(), hasScores ? try await services.allGames() : Games([]))
        }
    }

    private func query(in services: any SocialServices) async throws -> FeedQuery {
        FeedQuery(
            window: recent ? .recent : nil, person: person?.reference,
            group: try await group?.id(in: services), kinds: kind?.kinds ?? [], type: type,
            from: from?.start(in: .current), to: to?.adding(days: 1).start(in: .current))
    }

    private var emptyMessage: String {
        let isFiltered = [person != nil, group != nil, kind != nil, type != nil, from != nil, to != nil]
        return !isFiltered.contains(true)
            ? "Your feed is empty. Find people with: paceline people suggested"
            : "No item in your feed matches."
    }
}

/// Kinds of feed items, separated by commas, such as `levelUp,milestone`, or `badges`.
struct FeedKindsArgument: ExpressibleByArgument {
    let kinds: Set<FeedItem.Kind>

    init?(argument: String) {
        var kinds: Set<FeedItem.Kind> = []
        for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
            if word == Self.badges {
                kinds.formUnion(Set.badges)
            } else if let kind = FeedItem.Kind(rawValue: String(word)) {
                kinds.insert(kind)
            } else {
                return nil
            }
        }
        self.kinds = kinds
    }

    private static let badges = "badges"
    static let allValueStrings = FeedItem.Kind.allCases.map(\.rawValue) + [badges]
}

extension [FeedItem] {
    /// The items, one per line.
    /// - Parameter games: the games of the scores.
    func table(now: Date, _ games: Games) -> Table {
        var table = Table(
            .left("ID"), .left("WHEN", dropPriority: 2), .truncated("WHO", minWidth: 8),
            .truncated("WHAT", minWidth: 19),
            .left("TYPE", dropPriority: 8), .right("TIME", dropPriority: 1),
            .right("AMOUNT", dropPriority: 4),
            .right("PACE", dropPriority: 6), .right("KUDOS", dropPriority: 3),
            .right("COMMENTS", dropPriority: 5),
            .truncated("LATEST", minWidth: 20, dropPriority: 7))
        for item in self {
            let workout = item.workout
            table.add(
                .init(item.id.short, .faint), .init(HumanTime.text(for: item.at, now: now)),
                .init(item.author.displayName, .accent), item.title(games), .init(workout?.type.rawValue),
                .init(workout.map { Measure.duration($0.duration, of: $0.type) }),
                .init(workout.map(Measure.amount)), .init(workout.map(Measure.pace)),
                .init(
                    item.kudosCount == 0 ? "" : "\(item.kudosCount)\(item.hasKudos ? " ♥" : "")",
                    item.hasKudos ? .good : .plain),
                .init(item.commentCount == 0 ? "" : "\(item.commentCount)"),
                .init(item.latestComment?.label, .faint))
        }
        return table
    }
}

extension FeedItem {
    fileprivate func title(_ games: Games) -> Table.Cell {
        switch content {
        case .workout(let workout):
            .init(workout.spokenTitle + (workout.isErgTest ? " ★" : ""), workout.isErgTest ? .strong : .plain)
        case .score(let score): .init(score.title(games))
        case .levelUp, .achievement, .milestone: .init(content.earnedTitle ?? content.kindName, .strong)
        case .unknown(let kind): .init(kind)
        }
    }
}

extension Comment {
    /// `ana: Well rowed`.
    fileprivate var label: String { (author.map { $0.username + ": " } ?? "") + text }
}
