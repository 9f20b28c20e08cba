import Foundation

/// A group's own code and the link that carries it: whoever has either may join while it is in force.
public struct JoinCode: Sendable, Equatable, Codable {
    public var code: String
    public var url: String
    public var expiresAt: Date

    public init(code: String, url: String, expiresAt: Date) {
        self.code = code
        self.url = url
        self.expiresAt = expiresAt
    }

    /// How long a code is in force, and how long an invitation waits for its answer: 30 days.
    public static let lifetime: TimeInterval = 30 * 86_400
}

/// What the code of a group tells of it to somebody who may join.
public struct GroupPreview: Sendable, Equatable, Codable {
    public var title: String
    public var owner: Person
    /// How many of its members exist for the viewer.
    public var memberCount: Int

    public init(title: String, owner: Person, memberCount: Int) {
        self.title = title
        self.owner = owner
        self.memberCount = memberCount
    }
}
