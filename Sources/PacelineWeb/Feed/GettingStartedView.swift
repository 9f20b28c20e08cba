import Foundation
import Paceline
import PacelineEngine

/// The checklist of a new member, with people whom they may know.
struct GettingStartedView: Sendable {
    let view: View

    /// With more friends, the page about finding people is the better place.
    private static let enoughFriends = 5
    private static let suggestionLimit = 3
    /// Members who have been here for longer see the list only on an empty home page, in seconds.
    private static let lifetime: TimeInterval = 30 * 86_400

    /// Reads what is left to do.
    /// - Returns: nil if there is nothing left, or the member has hidden the list in this browser.
    init?(_ request: WebRequest, _ user: SignedInUser, isHomeEmpty: Bool) async throws {
        let (account, localizer) = (user.account, request.localizer)
        let isNew = request.localizer.now.timeIntervalSince(account.joinedAt) < Self.lifetime
        guard isNew || isHomeEmpty, request.cookies.start != SiteCookies.hiddenStart else { return nil }
        var done: [Step: Bool] = [
            .picture: account.avatarURL != nil, .post: account.stats.workouts > 0,
            .friend: account.friendCount > 0, .goal: account.settings.weeklyGoal != WeeklyGoal(),
        ]
        let limit = account.friendCount < Self.enoughFriends ? Self.suggestionLimit : 0
        let steps = try await user.session.firstSteps(suggestionLimit: limit)
        if steps.hasScore { done[.post] = true }
        done[.group] = steps.isInGroup
        done[.codes] = steps.hasRecoveryCodes
        guard done.values.contains(false) else { return nil }
        view = [
            "progress": .text(
                localizer(
                    "start.progress",
                    ["done": "\(done.values.count { $0 })", "all": "\(Step.allCases.count)"])),
            "steps": .list(
                Step.allCases.map { step in
                    [
                        "href": .text(step.path), "text": .text(localizer("start.\(step.rawValue)")),
                        "isDone": .flag(done[step] ?? false),
                    ]
                }),
            "suggestions": .list(
                SuggestionSections(steps.suggestions, steps.refused, returningTo: "/", localizer).views),
        ]
    }

    private enum Step: String, CaseIterable {
        case picture, post, friend, group, goal, codes

        var path: String {
            switch self {
            case .picture: WelcomeStep.profile.path
            case .post: "/workouts/add"
            case .friend: "/friends/find"
            case .group: "/groups"
            case .goal: WelcomeStep.goal.path
            case .codes: SettingsSection.security.path
            }
        }
    }

    /// Hides the checklist in this browser.
    static func hide(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        .redirect(to: "/").settingCookies(request.cookies.startCookie)
    }
}
