import Paceline
import PacelineEngine

/// All badges: those that the user earned and what is missing for the others, or those of another person.
enum BadgePages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        let page = try await user.session.badgesPage()
        let earned = Set(page.earned.map(\.id))
        let missing = Achievement.catalogue.filter { !earned.contains($0.id) }
        return .page(
            "Experience/badges", title: localizer("achievements.title"), at: .me,
            [
                "back": .back(to: "/experience", named: localizer("experience.title")),
                "count": .text(
                    localizer(
                        "achievements.count",
                        ["count": "\(earned.count)", "all": "\(Achievement.catalogue.count)"])),
                "earned": .list(page.earned.map { BadgeView($0, localizer).view }),
                "hasEarned": .flag(!page.earned.isEmpty),
                "missing": .list(missing.map { BadgeView(missing: $0, page.stats, localizer).view }),
                "hasMissing": .flag(!missing.isEmpty),
            ])
    }

    /// The badges that the user sees on a person's profile.
    static func showOthers(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        let page = try await user.session.personPage(try request.person(), workouts: PageRequest(limit: 1))
        let profile = "/@\(page.person.username)"
        guard !page.achievements.isEmpty else { return .redirect(to: LocalPath(profile)) }
        return .page(
            "Experience/badges", title: "\(localizer("achievements.title")) · \(page.person.displayName)",
            [
                "back": .back(to: profile, named: page.person.displayName),
                "count": .text("\(page.achievements.count)"),
                "earned": .list(page.achievements.map { BadgeView($0, localizer).view }),
                "hasEarned": true, "missing": .list([]), "hasMissing": false,
            ])
    }
}
