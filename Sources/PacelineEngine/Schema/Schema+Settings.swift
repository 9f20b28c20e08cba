import PacelineDatabase

extension Schema {
    /// What somebody wants to reach in a week; 0 where they have set no goal.
    static let weeklyGoals: [SQL] = [
        "ALTER TABLE settings ADD COLUMN weekly_distance \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE settings ADD COLUMN weekly_volume \(type: .integer) NOT NULL DEFAULT 0",
        "ALTER TABLE settings ADD COLUMN weekly_minutes \(type: .integer) NOT NULL DEFAULT 0",
    ]
}
