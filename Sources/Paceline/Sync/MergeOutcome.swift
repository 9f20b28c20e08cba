/// The outcome of a workout, score or picture of a local community that was merged into an account.
package enum MergeOutcome: Int, Sendable, CaseIterable {
    /// The account has it now.
    case moved = 1
    /// The account had one of its own, which stays.
    case kept = 2
    /// The server refused it.
    case refused = 3
}
