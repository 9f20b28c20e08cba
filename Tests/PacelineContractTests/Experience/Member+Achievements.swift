import Foundation
import Paceline

/// Achievements that depend on the hour of a test's clock.
enum IgnoredAchievements {
    case none
    case timesOfDay

    fileprivate var ids: Set<String> {
        switch self {
        case .none: []
        case .timesOfDay: ["earlyBird", "nightOwl"]
        }
    }
}

extension Member {
    /// The ids of what the owner earned, as the member sees it, sorted.
    func earned(
        of owner: Member? = nil, besides ignored: IgnoredAchievements = .none
    ) async throws -> [String] {
        try await services.achievements(of: owner?.reference ?? .me).map(\.id.description)
            .filter { !ignored.ids.contains($0) }.sorted()
    }

    /// When the owner earned the achievement, as the member sees it.
    func date(of achievement: String, by owner: Member? = nil) async throws -> Date? {
        try await services.achievements(of: owner?.reference ?? .me)
            .first { $0.id.description == achievement }?.at
    }

    /// The items of the member's feed that are not of a kind, newest first.
    func feedItems(besides kind: FeedItem.Kind) async throws -> [FeedItem] {
        try await services.feed(FeedQuery(), .whole).items.filter { $0.content.kind != kind }
    }

    /// The items of the member's feed about levels and achievements.
    func earnedItems() async throws -> [FeedItem.ID] {
        try await services.feed(FeedQuery(), .whole).items
            .filter { [.levelUp, .achievement, .milestone].contains($0.content.kind) }.map(\.id)
    }

    /// The items of a kind in the member's feed.
    /// - Parameter id: only those of this achievement.
    func earnedItems(ofKind kind: FeedItem.Kind, _ id: String? = nil) async throws -> [FeedItem] {
        try await services.feed(FeedQuery(kinds: [kind]), .whole).items.filter { item in
            id == nil || (item.achievement ?? item.milestone)?.id.description == id
        }
    }
}
