import Foundation
import Paceline

@testable import PacelineReplica

extension Person {
    static func numbered(_ number: Int, relationship: Relationship? = nil) -> Person {
        Person(
            id: .numbered(number), username: "person\(number)", displayName: "Person \(number)",
            privacyLevel: .public, friendCount: 0, relationship: relationship)
    }
}

extension Account {
    static let ana = Account(
        id: .numbered(1), username: "ana", displayName: "Ana", bio: nil, avatarURL: nil, headerURL: nil,
        isVerified: false, privacyLevel: .friends, joinedAt: .start, friendCount: 0, followerCount: 0,
        followingCount: 0, stats: PersonStats(), email: nil, isEmailConfirmed: false, fullName: nil,
        birthDate: Day("1990-05-01"), timeZone: "UTC", createdAt: .start, updatedAt: .start,
        lastSignInAt: .start, importKey: "key", settings: AccountSettings())
}

extension Date {
    static let start = Date(timeIntervalSince1970: 1_780_000_000)
}

extension FeedItem {
    static func numbered(
        _ number: Int, by author: Int, minute: Int = 0, kudos: Int = 0, isMine: Bool = false,
        comments: Int = 0
    ) -> FeedItem {
        let at = Date.start.addingTimeInterval(Double(minute) * 60)
        let workout = Workout(
            id: .numbered(number), owner: .numbered(author), type: .rowing, title: "2000m", startedAt: at,
            endedAt: at.addingTimeInterval(600), duration: 600, measures: WorkoutMeasures(), isErgTest: false,
            volume: nil, exerciseCount: nil, isCompleted: true, source: nil, visibility: .friends,
            xpEarned: 0, createdAt: at, updatedAt: at)
        return FeedItem(
            id: .numbered(number), at: at, author: .numbered(author), visibility: .friends,
            content: .workout(workout), kudosCount: kudos, hasKudos: isMine, commentCount: comments)
    }
}

extension Comment {
    static func numbered(
        _ number: Int, on item: Int, by author: Int, replyingTo parent: Int? = nil
    ) -> Comment {
        Comment(
            id: .numbered(number), item: .numbered(item), author: .numbered(author), text: "Text \(number)",
            parent: parent.map { .numbered($0) }, createdAt: .start, editedAt: nil, heartCount: 0,
            hasHeart: false, isDeleted: false)
    }
}

extension Truth {
    /// The truth of Ana (1), who follows Ben (2) and Mira (3).
    static func ana(_ items: [FeedItem], comments: [Comment] = [], serial: Int64 = 0) -> Truth {
        var truth = Truth()
        truth.account = .ana
        for item in items { truth.items[item.id] = StoredValue(item, serial: serial) }
        for comment in comments { truth.comments[comment.id] = StoredValue(comment, serial: serial) }
        for number in [2, 3] {
            truth.people[.numbered(number)] = .numbered(number)
            truth.edges[.numbered(number)] = .following
        }
        return truth
    }
}
