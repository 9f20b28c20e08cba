import Foundation
import Paceline

extension [LeaderboardGroup] {
    /// The groups, one per line. The active group is marked.
    var table: Table {
        var table = Table(
            .left("ID", dropPriority: 2), .left("", dropPriority: 3), .truncated("TITLE"), .right("MEMBERS"),
            .left("OWNER", dropPriority: 1),
            .left("ROLE"))
        for group in self {
            table.add(
                .init(group.id.short, .faint), .init(group.isActive ? "*" : "", .accent), .init(group.title),
                "\(group.memberCount)", .init("@" + group.owner.username, .accent),
                .init(group.role.rawValue))
        }
        return table
    }
}

extension LeaderboardGroup {
    var sheet: Sheet {
        var sheet = Sheet()
        sheet.add("Title", title + (isWaiting == true ? " (held)" : ""))
        sheet.add("Owner", "@" + owner.username)
        sheet.add("Members", "\(memberCount)")
        sheet.add("Your role", role.rawValue + (isActive ? " (active group)" : ""))
        sheet.add("Sharing", isSharing ? "yes" : "no: members do not see your scores")
        sheet.add("Supervised", isSupervised ? "yes: all members see the results of children" : "no")
        sheet.add("Ranked by", metrics.map(\.title).joined(separator: ", "))
        sheet.add("Created", HumanTime.date(createdAt))
        sheet.add("ID", id.description)
        return sheet
    }
}

extension [GroupMember] {
    var table: Table {
        var table = Table(
            .left("USERNAME"), .truncated("NAME"), .left("ROLE"), .left("JOINED", dropPriority: 2),
            .left("RELATIONSHIP", dropPriority: 1)
        )
        for member in self {
            table.add(
                .init("@" + member.person.username, .accent), .init(member.person.displayName),
                .init(member.role.rawValue), .init(HumanTime.date(member.joinedAt)),
                .init(member.person.relationship?.label, .faint))
        }
        return table
    }
}

extension JoinCode {
    var sheet: Sheet {
        var sheet = Sheet()
        sheet.add("Code", code)
        sheet.add("Link", url)
        sheet.add("Expires", HumanTime.dateTime(expiresAt))
        return sheet
    }
}

extension [Invitation] {
    func table(now: Date) -> Table {
        var table = Table(
            .left("ID", dropPriority: 2), .truncated("TITLE"), .right("MEMBERS", dropPriority: 1),
            .left("OWNER", dropPriority: 1),
            .left("INVITED BY"), .left("SENT", dropPriority: 3))
        for invitation in self {
            table.add(
                .init(invitation.group.short, .faint), .init(invitation.title), "\(invitation.memberCount)",
                .init("@" + invitation.owner.username, .accent),
                .init("@" + invitation.inviter.username, .accent),
                .init(HumanTime.text(for: invitation.createdAt, now: now)))
        }
        return table
    }
}
