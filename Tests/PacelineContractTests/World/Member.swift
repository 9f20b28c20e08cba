import Foundation
import Paceline

/// Somebody of a test's community, signed in.
///
/// What people do and see stands with each feature, as `Member+Graph.swift` does: what they do takes a second, and what
/// a test is not about is not spelled out.
struct Member: Sendable, Identifiable {
    let id: Person.ID
    let username: String
    let services: any SocialServices
    let token: String
    let clock: TestClock

    var reference: PersonReference { .id(id) }
}

extension PageRequest {
    /// The most that one page holds: a test that is not about pages does not speak of them.
    static let whole = PageRequest(limit: 100)
}

extension Identifier {
    static func random() -> Self { Self(UUID()) }
}
