import Foundation
import Paceline

/// A signed-in member of a test's community.
///
/// Actions and queries are defined with each feature, such as in `Member+Graph.swift`. An action takes one second, and
/// has defaults for everything that a test does not care about.
struct Member: Sendable, Identifiable {
    let id: Person.ID
    let username: String
    let services: any SocialServices
    let token: String
    let clock: TestClock

    var reference: PersonReference { .id(id) }
}

extension PageRequest {
    /// The largest page, for tests that are not about paging.
    static let whole = PageRequest(limit: 100)
}

extension Identifier {
    static func random() -> Self { Self(UUID()) }
}
