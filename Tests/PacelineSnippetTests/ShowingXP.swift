import Foundation
import PacelineLocal
import Testing

func levelLine(as services: some SocialServices) async throws -> String {
    let experience = try await services.experience()
    let left = experience.nextLevel - experience.lifetime
    return "Level \(experience.level) · \(experience.today) XP today · \(left) XP to the next level"
}

/// What a recorded workout is worth by itself, to show before it is published.
func worth(of draft: WorkoutDraft) -> String {
    "+\(ExperiencePolicy.current.worth(of: draft)) XP"
}

/// What one of the viewer's workouts earned, and why it is not more.
func explanation(of workout: Workout) -> String? {
    guard let experience = workout.experience else { return nil }
    let earned = "\(experience.award) of \(experience.worth) XP"
    return switch experience.reason {
    case .late: earned + ": published more than 14 days later"
    case .cooldown: earned + ": too close to another workout"
    case .dailyCount, .dailyCap: earned + ": the day has earned enough"
    case .duplicate: earned + ": recorded twice"
    case .incomplete: earned + ": not finished"
    case .held, .excluded: earned + ": not plausible"
    case .future, .unknown, nil: earned
    }
}

/// The newest changes of the viewer's XP, such as `+92`.
func recentChanges(as services: some SocialServices) async throws -> [String] {
    try await services.ledger(PageRequest(limit: 20)).items.map {
        $0.amount < 0 ? "\($0.amount)" : "+\($0.amount)"
    }
}

/// The badges that the viewer has not earned yet.
func missingBadges(as services: some SocialServices) async throws -> [Achievement] {
    let earned = Set(try await services.achievements(of: .me).map(\.id))
    return try await services.achievements().filter { !earned.contains($0.id) }
}

/// Redeems the first reward that the viewer can redeem, and returns its code, or its title if it has none.
func redeemFirst(as services: some SocialServices) async throws -> String? {
    guard let reward = try await services.rewards().first(where: { $0.obstacle == nil }) else { return nil }
    let redemption = try await services.redeem(reward.id, at: reward.price)
    guard redemption.hasCode else { return redemption.title }
    return try await services.showCode(of: redemption.id).code
}

@Suite("Snippets: showing XP") struct ShowingXPTests {
    @Test("Stretching is worth 20 XP, and a second time right after earns nothing")
    func earning() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        let before = try await maya.experience()
        let draft = WorkoutDraft(
            type: .yoga, title: "Stretching",
            startedAt: LocalCommunity.Preview.now.addingTimeInterval(-3_600),
            duration: 600)
        #expect(worth(of: draft) == "+20 XP")
        let workout = try await maya.publish(draft, as: Workout.ID(UUID()), ifMatch: nil).workout
        #expect(explanation(of: workout) == "20 of 20 XP")
        #expect(try await maya.experience().lifetime == before.lifetime + 20)
        #expect(try await recentChanges(as: maya).first == "+20")
        var again = draft
        again.startedAt = draft.startedAt.addingTimeInterval(900)
        let second = try await maya.publish(again, as: Workout.ID(UUID()), ifMatch: nil).workout
        #expect(explanation(of: second) == "0 of 20 XP: too close to another workout")
        #expect(try await levelLine(as: maya).hasPrefix("Level "))
        let all = try await maya.achievements().map(\.id)
        let missing = try await missingBadges(as: maya).map(\.id)
        #expect(!missing.isEmpty && missing.count < all.count)
    }

    @Test("The first reward that can be paid is redeemed, with its code")
    func rewards() async throws {
        let id = try #require(Reward.ID("theme"))
        let rewards = try RewardCatalogue([
            RewardOffer(id: id, title: "Night theme", price: 20, codes: ["NIGHT-1"])
        ])
        let community = try await LocalCommunity.inMemory(rewards: rewards)
        let signUp = SignUp(
            username: "maya", password: "correct horse battery", birthDate: try #require(Day("1990-05-17")))
        let signedIn = try await community.signUp(signUp)
        let maya = try await community.services(token: signedIn.token)
        #expect(try await redeemFirst(as: maya) == nil)
        let draft = WorkoutDraft(
            type: .yoga, title: "Stretching", startedAt: Date(timeIntervalSinceNow: -3_600), duration: 600)
        _ = try await maya.publish(draft, as: Workout.ID(UUID()), ifMatch: nil)
        #expect(try await redeemFirst(as: maya) == "NIGHT-1")
        #expect(try await maya.experience().balance == 0)
    }
}
