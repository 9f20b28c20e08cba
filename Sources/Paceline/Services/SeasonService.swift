/// What is kept of the weeks and months of groups (L9).
public protocol SeasonService: Sendable {
    /// Seasons of a group whose results were kept, the newest first; those in which nobody scored are left out.
    /// - Parameter kind: nil for weeks and months.
    /// - Throws: ``SocialError/Code/groupNotFound`` when the viewer is not in the group.
    func seasons(
        of group: LeaderboardGroup.ID, kind: Season.Kind?, _ page: PageRequest
    ) async throws -> Page<Season>
    /// The results of a season of one of the viewer's groups.
    /// - Throws: ``SocialError/Code/seasonNotFound``.
    func season(_ id: Season.ID) async throws -> SeasonResults
}
