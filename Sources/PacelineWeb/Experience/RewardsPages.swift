import Foundation
import Paceline
import PacelineEngine

/// Rewards, and what the user redeemed.
enum RewardsPages {
    private static let path = "/experience/rewards"
    private static let redemptionsShown = 20
    /// The errors of redeeming whose reason the list shows.
    private static let refusals: Set<SocialError.Code> = [
        .rewardNotFound, .priceChanged, .insufficientXP, .soldOut, .limitReached,
    ]

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        let page = try await user.session.rewardsPage(request.page(of: redemptionsShown))
        let redemptions = page.redemptions.items.map { RedemptionView($0, localizer).view }
        return .page(
            "Experience/rewards", title: localizer("rewards.title"), at: .me,
            [
                "back": .back(to: "/experience", named: localizer("experience.title")),
                "balance": .text(localizer("rewards.balance", ["xp": localizer.xp(page.experience.balance)])),
                "rewards": .list(page.rewards.map { RewardView($0, localizer).view }),
                "hasRewards": .flag(!page.rewards.isEmpty), "redemptions": .list(redemptions),
                "hasRedemptions": .flag(!redemptions.isEmpty),
                "more": request.moreLink(page.redemptions.next, in: "redemptions", "experience.older"),
            ])
    }

    /// Asks for confirmation, unless the reward cannot be redeemed.
    static func confirm(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        let page = try await user.session.rewardsPage(PageRequest(limit: 1))
        guard let id = request.reward, let reward = page.rewards.first(where: { $0.id == id }),
            reward.obstacle == nil
        else { return .redirect(to: path) }
        let values = [
            "reward": reward.title, "price": localizer.xp(reward.price),
            "rest": localizer.xp(page.experience.balance - reward.price),
        ]
        return Confirmation(
            icon: .trophy, heading: localizer("rewards.confirm.title", values),
            facts: localizer("rewards.confirm.price", values), text: localizer("rewards.confirm.text"),
            button: localizer("rewards.redeem"), action: "\(path)/\(reward.id)", back: LocalPath(path),
            fields: [("price", "\(reward.price)"), ("key", UUID().uuidString)], isDanger: false
        ).page(at: .me)
    }

    static func redeem(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        guard let reward = request.reward, let price = request.form["price"].flatMap({ Int($0) }),
            let key = request.form["key"].flatMap({ UUID(uuidString: $0) })
        else { throw SocialError.pageNotFound }
        do {
            // A form that is sent twice pays once.
            let redemption = try await user.session
                .withIdempotencyKey(key.uuidString, fingerprint: Array("redeem \(reward) \(price)".utf8))
                .redeem(reward, at: price)
            return .redirect(to: "/experience/redemptions/\(redemption.id)")
                .settingCookies(request.cookies.noticeCookie("rewardRedeemed"))
        } catch let error as SocialError where refusals.contains(error.code) {
            return .redirect(to: path).settingCookies(request.cookies.noticeCookie("rewardChanged"))
        }
    }

    static func showRedemption(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        let redemption = try await user.session.redemption(try request.id())
        let address = "/experience/redemptions/\(redemption.id)"
        let isWaiting = redemption.state == .redeemed
        // It is hidden again ten minutes after a confirmation.
        let mayShowCode = redemption.hasCode && redemption.code == nil && redemption.state != .refunded
        let hint = localizer(mayShowCode ? "rewards.codeHint" : "rewards.handOver")
        let code = ActionForm(
            action: "\(address)/code", text: localizer("rewards.showCode"))
        let refund = ActionForm(
            action: "\(address)/refund", text: localizer("rewards.refund"), style: "quiet")
        return .page(
            "Experience/redemption", title: redemption.title, at: .me,
            RedemptionView(redemption, localizer).view.merging([
                "back": .back(to: path, named: localizer("rewards.title")),
                "code": .text(optional: redemption.code),
                "hint": .text(optional: isWaiting ? hint : nil),
                "showCode": mayShowCode ? .view(code.view) : .nothing,
                "refund": redemption.refundableUntil == nil ? .nothing : .view(refund.view),
            ]))
    }

    static func showCode(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: Redemption.ID = try request.id()
        let page = LocalPath("/experience/redemptions/\(id)")
        return try await ReauthenticationPages.confirming(continuingAt: page) {
            _ = try await user.session.showCode(of: id)
            return .redirect(to: page)
        }
    }

    static func refund(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: Redemption.ID = try request.id()
        do {
            _ = try await user.session.refund(id)
        } catch let error as SocialError where error.code == .notRefundable {
            return .redirect(to: "/experience/redemptions/\(id)")
                .settingCookies(request.cookies.noticeCookie("rewardNotRefundable"))
        }
        return .redirect(to: path).settingCookies(request.cookies.noticeCookie("rewardRefunded"))
    }
}

extension WebRequest {
    /// The reward in the path; nil if it is not an id.
    fileprivate var reward: Reward.ID? { parameters["reward"].flatMap { Reward.ID($0) } }
}

/// A reward in the list, with a link to redeem it or the reason why the user cannot.
struct RewardView: Sendable {
    let view: View

    init(_ reward: Reward, _ localizer: Localizer) {
        let facts = [
            reward.remaining.map { localizer.count("rewards.left", $0) },
            reward.limit.map { localizer.count("rewards.limit", $0) },
            reward.minimumLevel.map { localizer("experience.level", ["level": "\($0)"]) },
            reward.minimumAge.map { localizer("rewards.age", ["age": "\($0)"]) },
            reward.lastDay.map { localizer("rewards.until", ["date": localizer.date($0)]) },
        ].compactMap(\.self)
        view = [
            "title": .text(reward.title), "price": .text(localizer.xp(reward.price)),
            "facts": .text(facts.joined(separator: " · ")),
            "href": .text(optional: reward.obstacle == nil ? "/experience/rewards/\(reward.id)" : nil),
            "label": .text(localizer("rewards.confirm.title", ["reward": reward.title])),
            "obstacle": .text(optional: reward.obstacle.map { Self.sentence($0, reward, localizer) }),
        ]
    }

    private static func sentence(
        _ obstacle: RewardObstacle, _ reward: Reward, _ localizer: Localizer
    ) -> String {
        let key =
            switch obstacle {
            case .insufficientXP, .soldOut, .limitReached, .level, .age:
                "rewards.obstacle.\(obstacle.rawValue)"
            case .birthDate: "error.birth_date_required"
            case .unknown: "rewards.obstacle.unknown"
            }
        return localizer(
            key,
            ["level": "\(reward.minimumLevel ?? 0)", "age": "\(reward.minimumAge ?? 0)"])
    }
}

/// A redeemed reward of the user, with its state.
struct RedemptionView: Sendable {
    let view: View

    init(_ redemption: Redemption, _ localizer: Localizer) {
        let state =
            switch redemption.state {
            case .redeemed, .fulfilled, .refunded: redemption.state.rawValue
            case .unknown: "unknown"
            }
        view = [
            "href": .text("/experience/redemptions/\(redemption.id)"), "title": .text(redemption.title),
            "price": .text(localizer.xp(redemption.price)),
            "time": .view(localizer.time(redemption.redeemedAt)),
            "state": .text(localizer("rewards.state.\(state)")),
            "until": .text(
                optional: redemption.refundableUntil.map {
                    localizer("rewards.refundableUntil", ["time": localizer.moment($0)])
                }),
        ]
    }
}
