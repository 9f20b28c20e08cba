import PacelineDatabase

extension EngineFeature {
    /// The roles of the staff.
    static let administration = EngineFeature(
        steps: [SchemaStep(27, "roles of the staff", roles)], tables: [])

    private static let roles: [SQL] = [
        // See `StaffRole`; NULL for people without a role.
        "ALTER TABLE accounts ADD COLUMN role \(type: .text) CHECK (role IN ('moderator', 'administrator'))",
        "CREATE INDEX accounts_by_role ON accounts (role, person) WHERE role IS NOT NULL",
    ]
}
