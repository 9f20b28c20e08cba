import Foundation
import Paceline

extension [Person] {
    /// The people, one per line.
    var table: Table {
        var table = Table(
            .left("USERNAME"), .truncated("NAME"), .right("FRIENDS", dropPriority: 1), .left("RELATIONSHIP"))
        for person in self {
            table.add(
                .init("@" + person.username, .accent), .init(person.displayName), "\(person.friendCount)",
                .init(person.relationship?.label, .faint))
        }
        return table
    }
}

extension Person {
    /// The parts of the profile that the viewer may see.
    var sheet: Sheet {
        var sheet = Sheet()
        sheet.add("Username", "@" + username)
        sheet.add("Name", displayName)
        sheet.add("About", bio)
        sheet.add("Relationship", relationship?.label)
        sheet.add(
            "Notifications", notifications.map { $0 ? "on" : "off" })
        sheet.add("Profile", privacyLevel?.rawValue)
        sheet.add("Joined", joinedAt.map { HumanTime.date($0) })
        sheet.add("Friends", "\(friendCount)")
        sheet.add("Followers", followerCount.map { "\($0)" })
        sheet.add("Following", followingCount.map { "\($0)" })
        if let stats { sheet.add(stats) }
        return sheet
    }
}

extension Relationship {
    /// The relationship in words, from the viewer's side.
    var label: String {
        switch self {
        case .me: "you"
        case .friends: "friends"
        case .notFriends: ""
        case .requestSentByMe: "request sent"
        case .requestSentToMe: "sent a request"
        case .following: "you follow"
        case .followedBy: "follows you"
        case .blockedByMe: "blocked"
        }
    }
}

extension Sheet {
    mutating func add(_ stats: PersonStats) {
        guard stats.workouts > 0 else { return }
        add(
            "Workouts",
            "\(Measure.grouped(stats.workouts)), \(Measure.decimal(stats.weeklyAverage)) a week"
                + (stats.favouriteType.map { ", mostly \($0.rawValue)" } ?? ""))
        add("XP", stats.level.map { "\(Measure.grouped(stats.xp)), level \($0)" })
        add("Distance", Measure.distance(stats.distance))
        add("Weight lifted", Measure.weight(stats.volume))
        add("Time", "\(Measure.grouped(Int(stats.duration / 3_600))) h")
        add(
            "Streak",
            "\(Measure.count(stats.currentStreak, "day")), longest \(Measure.count(stats.longestStreak, "day"))"
        )
    }
}
