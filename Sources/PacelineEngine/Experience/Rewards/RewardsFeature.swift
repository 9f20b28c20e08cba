import PacelineDatabase

extension EngineFeature {
    /// Rewards: what members redeemed XP for. The catalogue itself is not stored: see ``EngineEnvironment/rewards``.
    static let rewards = EngineFeature(
        steps: [
            SchemaStep(32, "rewards", rewardsSchema),
            SchemaStep(34, "rewards that were received before a refund", receivedRewards),
        ],
        tables: [
            StoredTable("rewards", export: .operational),
            // A row stays without its person, since the stock is used up and the code has been handed out.
            StoredTable("redemptions", people: ["person": .anonymized], export: .exported(to: ["person"])),
        ],
        counters: [
            Counter(
                name: "rewards.redeemed",
                query: """
                    SELECT id, redeemed, counted
                    FROM (
                        SELECT rewards.id, rewards.redeemed, (
                            SELECT COUNT(*) FROM redemptions
                            WHERE redemptions.reward = rewards.id
                                AND (redemptions.state <> 'refunded'
                                    OR redemptions.was_received = 1)) AS counted
                        FROM rewards) AS compared
                    WHERE redeemed <> counted
                    """, subject: { $0[0] as String })
        ])

    private static let rewardsSchema: [SQL] = [
        // How many of a reward are redeemed, without those refunded before they were received (since step 34).
        // Concurrent writes for one reward conflict here.
        """
        CREATE TABLE rewards (
            id \(type: .text) NOT NULL PRIMARY KEY,
            redeemed \(type: .integer) NOT NULL CHECK (redeemed >= 0)
        )\(.strictByPrimaryKey)
        """,
        // See `StoredRedemption`.
        """
        CREATE TABLE redemptions (
            id \(type: .id) NOT NULL PRIMARY KEY,
            person \(type: .id) REFERENCES people (id) ON DELETE SET NULL,
            reward \(type: .text) NOT NULL,
            title \(type: .text) NOT NULL,
            price \(type: .integer) NOT NULL CHECK (price > 0),
            state \(type: .text) NOT NULL CHECK (state IN ('redeemed', 'fulfilled', 'refunded')),
            redeemed_at \(type: .integer) NOT NULL,
            state_changed_at \(type: .integer),
            has_code \(type: .integer) NOT NULL,
            code \(type: .text)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX redemptions_by_person ON redemptions (person, redeemed_at, id)",
        "CREATE INDEX redemptions_by_state ON redemptions (state, redeemed_at, id)",
        "CREATE INDEX redemptions_by_reward ON redemptions (reward, state)",
        // Each code is handed out once.
        "CREATE UNIQUE INDEX redemptions_by_code ON redemptions (reward, code) WHERE code IS NOT NULL",
    ]

    private static let receivedRewards: [SQL] = [
        // Whether its owner received it or saw its code, also if it was refunded later.
        "ALTER TABLE redemptions ADD COLUMN was_received \(type: .integer) NOT NULL DEFAULT 0",
        "UPDATE redemptions SET was_received = 1 WHERE state = 'fulfilled' OR code IS NOT NULL",
        """
        UPDATE rewards
        SET redeemed = (
            SELECT COUNT(*) FROM redemptions
            WHERE redemptions.reward = rewards.id
                AND (redemptions.state <> 'refunded' OR redemptions.was_received = 1))
        """,
    ]
}
