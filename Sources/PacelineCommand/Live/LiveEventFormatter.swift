import Foundation
import Paceline

/// Formats live events as sentences, and caches the names of people, groups and games.
struct LiveEventFormatter {
    private let services: any SocialServices
    private var people: [Person.ID: String] = [:]
    private var groups: [LeaderboardGroup.ID: String] = [:]
    private var games: Games?

    init(_ services: any SocialServices) {
        self.services = services
    }

    /// The line for an event, such as `17:05:33  Ana Novak: Morning row, 2000 m  (b810ffe2)`; nil if it needs none.
    mutating func line(
        for event: LiveEvent, at now: Date, in timeZone: TimeZone = .current
    ) async throws -> String? {
        guard let sentence = try await sentence(for: event.content) else { return nil }
        return "\(HumanTime.clock(now, in: timeZone))  \(sentence)".escaped
    }

    private mutating func sentence(for content: LiveEvent.Content) async throws -> String? {
        switch content {
        case .upToDate: nil
        case .reset: "Some events are no longer available. Your data may be out of date."
        case .item(let item): try await sentence(for: item)
        case .itemRemoved(let id): "\(id.short) was deleted or is no longer visible to you."
        case .kudos(let change): "\(change.item.short) has \(change.kudosCount) kudos."
        case .comment(let comment, _): Self.sentence(for: comment)
        case .commentRemoved(_, let item, let count):
            "A comment on \(item.short) was deleted; it has \(Measure.count(count, "comment"))."
        case .request(let request): Self.sentence(for: request)
        case .requestRemoved: "A request was cancelled."
        case .relationship(let person):
            "\(try await name(of: person)) has a new profile, or your relationship has changed."
        case .score(let person): "\(try await name(of: person)) has new points on your leaderboards."
        case .group(let id): "The group \(try await name(of: id)) has changed."
        case .groupLost(let id): "You are no longer a member of \(try await name(of: id))."
        case .groupInvitation:
            "Your group invitations have changed: paceline groups invitations"
        case .account: "Your profile or settings have changed."
        case .notifications: "Your notifications have changed: paceline notifications"
        }
    }

    private mutating func sentence(for item: FeedItem) async throws -> String {
        let what: [String]
        switch item.content {
        case .workout(let workout): what = [workout.spokenTitle, Measure.amount(of: workout)]
        case .score(let score):
            if games == nil { games = try await services.allGames() }
            what = [score.title(games ?? Games([]))]
        case .levelUp, .achievement, .milestone: what = [item.content.earnedTitle ?? item.content.kindName]
        case .unknown(let kind): what = [kind]
        }
        let said = what.filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(item.author.displayName): \(said)  (\(item.id.short))"
    }

    private static func sentence(for comment: Comment) -> String {
        let author = comment.author?.displayName ?? "Someone"
        return "\(author) on \(comment.item.short): \(comment.text)"
    }

    private static func sentence(for request: ConnectionRequest) -> String {
        "\(request.from.displayName) asked to \(request.kind == .friend ? "be friends with" : "follow") "
            + "\(request.to.displayName): \(request.state.rawValue)."
    }

    /// The person's name, or a placeholder if the account no longer exists.
    private mutating func name(of id: Person.ID) async throws -> String {
        if let known = people[id] { return known }
        do {
            let name = try await services.person(.id(id)).displayName
            people[id] = name
            return name
        } catch let error as SocialError where error.code == .personNotFound {
            return "someone"
        }
    }

    private mutating func name(of id: LeaderboardGroup.ID) async throws -> String {
        do {
            let title = try await services.group(id).title
            groups[id] = title
            return title
        } catch let error as SocialError where error.code == .groupNotFound {
            return groups[id] ?? "a group"
        }
    }
}
