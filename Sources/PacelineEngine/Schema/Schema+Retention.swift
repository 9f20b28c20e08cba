import PacelineDatabase

extension Schema {
    /// How what is kept for a while only is found when its time is over.
    static let retention: [SQL] = [
        "CREATE INDEX items_by_expiry ON items (expires_at) WHERE expires_at IS NOT NULL",
        "CREATE INDEX sessions_by_expiry ON sessions (expires_at)",
        "CREATE INDEX requests_by_expiry ON requests (expires_at)",
        "CREATE INDEX group_invites_by_expiry ON group_invites (expires_at)",
        "CREATE INDEX group_invitations_by_age ON group_invitations (created_at)",
    ]
}
