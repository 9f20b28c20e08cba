import Paceline

extension API {
    public static let rewards = Endpoint<NoParameters, NoParameters, EmptyBody, RewardList>(
        .get, "/v1/rewards", id: "rewards", .experience, "List the rewards that you can redeem XP for",
        notes: "Those that are offered today, in the order of the community's operator.",
        headers: .ifNoneMatch,
        .member { services, _ in RewardList(items: try await services.rewards()) })

    public static let redeem = Endpoint<RewardPath, NoParameters, RewardPrice, Redemption>(
        .post, "/v1/rewards/{id}/redemptions", id: "redeem", .experience, "Redeem a reward",
        notes: """
            Pays its price from your balance; your level stays. The `Idempotency-Key` is required, so that a repeated \
            request does not pay twice. \(Redemption.refundRule)
            """,
        status: 201, headers: .requiredIdempotencyKey,
        errors: [
            .rewardNotFound, .priceChanged, .insufficientXP, .soldOut, .limitReached, .notAllowed,
            .ageRestricted, .birthDateRequired,
        ],
        .member { try await $0.redeem($1.path.id, at: $1.body.price) })

    public static let redemptions = Endpoint<NoParameters, PageQuery, EmptyBody, Page<Redemption>>(
        .get, "/v1/me/redemptions", id: "redemptions", .experience,
        "List the rewards that you redeemed, newest first",
        notes: "They keep their titles and prices, even if the rewards change. Codes are not listed.",
        .member { try await $0.redemptions($1.query.page) })

    public static let refund = Endpoint<RedemptionPath, NoParameters, EmptyBody, Redemption>(
        .post, "/v1/me/redemptions/{id}/refund", id: "refund", .experience, "Refund a redeemed reward",
        notes: "Within 24 hours, and before you receive it or see its code.",
        headers: .idempotencyKey, errors: [.notFound, .notRefundable],
        .member { try await $0.refund($1.path.id) })

    public static let showRewardCode = Endpoint<RedemptionPath, NoParameters, EmptyBody, Redemption>(
        .post, "/v1/me/redemptions/{id}/code", id: "showRewardCode", .experience,
        "Show the code of a redeemed reward",
        notes: """
            Always the same code. The reward is then fulfilled, and you can no longer refund it. Needs a credential \
            presented in the last ten minutes.
            """,
        errors: [.notFound, .notAllowed, .soldOut, .reauthenticationRequired], isIdempotent: true,
        .member { try await $0.showCode(of: $1.path.id) })
}

extension API {
    public static let memberRedemptions = Endpoint<
        NoParameters, MemberRedemptionsQuery, EmptyBody, Page<MemberRedemption>
    >(
        .get, "/v1/admin/redemptions", id: "memberRedemptions", .administration,
        "List the redeemed rewards of all members, oldest first",
        notes: """
            Without your own, those of other administrators, and those of people with whom you share a friendship, a \
            follow, a group or a block: the operator hands these over.
            """,
        headers: .client,
        .staff(.administrator) { try await $0.memberRedemptions(in: $1.query.state, $1.query.page.page) })

    public static let fulfilRedemption = Endpoint<
        RedemptionPath, NoParameters, EmptyBody, MemberRedemption
    >(
        .post, "/v1/admin/redemptions/{id}/fulfilment", id: "fulfilRedemption", .administration,
        "Note that a member has received a reward",
        notes: "The member is notified. If the reward has codes, the member gets one, and only they see it.",
        headers: [.idempotencyKey, .client], errors: [.notFound, .soldOut],
        .staff(.administrator) { try await $0.fulfilRedemption($1.path.id) })

    public static let refundRedemption = Endpoint<
        RedemptionPath, NoParameters, EmptyBody, MemberRedemption
    >(
        .post, "/v1/admin/redemptions/{id}/refund", id: "refundRedemption", .administration,
        "Refund a member's reward",
        notes: "Even after it was fulfilled. It then returns neither to the stock nor to the member's limit.",
        headers: [.idempotencyKey, .client], errors: [.notFound, .notRefundable],
        .staff(.administrator) { try await $0.refundRedemption($1.path.id) })
}

/// `{id}`: a redemption's id.
public typealias RedemptionPath = IDPath<Redemption>

/// `{id}`: a reward's id.
public struct RewardPath: Parameters {
    public var id: Reward.ID

    static let id = Parameter<Reward.ID>.text(
        "id", .rewardID, "The id.", isRequired: true, mustBe: "the id of a reward, such as water_bottle")
    public static let descriptions = [id.description]

    public init(_ id: Reward.ID) { self.id = id }
    public init(_ values: ParameterReader) throws { id = try values.require(Self.id) }
    public func write(to writer: inout ParameterWriter) { writer.set(Self.id, id) }
}

/// The query of the list of redeemed rewards: the state, and the page.
public struct MemberRedemptionsQuery: Parameters {
    public var state: RedemptionState
    public var page: PageQuery

    static let state = Parameter<RedemptionState>.choice(
        "state", "Their state. By default `redeemed`: what members have not received.")
    public static let descriptions = [state.description] + PageQuery.descriptions

    public init(state: RedemptionState = .redeemed, _ page: PageRequest = PageRequest()) {
        self.state = state
        self.page = PageQuery(page)
    }

    public init(_ values: ParameterReader) throws {
        state = try values.value(of: Self.state) ?? .redeemed
        page = try PageQuery(values)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.state, state)
        page.write(to: &writer)
    }
}
