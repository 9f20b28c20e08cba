extension UsernamePolicy {
    /// Whether the name is kept for the community itself.
    public func isReserved(_ username: String) -> Bool { false }

    /// Whether the name may offend.
    public func isInappropriate(_ username: String) -> Bool { false }
}
