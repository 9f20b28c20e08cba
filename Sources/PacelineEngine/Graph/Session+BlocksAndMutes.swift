import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func blocks(_ page: PageRequest) async throws -> Page<Person> {
        try await read { try $0.people(on: .blocks, page) }
    }

    public func block(_ person: PersonReference) async throws {
        try await write { try Graph($0).block(person) }
    }

    public func unblock(_ person: PersonReference) async throws {
        try await write { try Graph($0).unblock(person) }
    }

    public func mutes(_ page: PageRequest) async throws -> Page<Person> {
        try await read { try $0.people(on: .mutes, page) }
    }

    public func mute(_ person: PersonReference) async throws {
        try await write { try Graph($0).mute(person) }
    }

    public func unmute(_ person: PersonReference) async throws {
        try await write { try Graph($0).unmute(person) }
    }
}

extension Graph {
    func block(_ person: PersonReference) throws {
        let blocked = try transaction.resolveOther(person, allowingBlocked: true)
        // First, since the block hides their notifications.
        try endRequests(with: blocked)
        try Groups(transaction).endInvitations(with: blocked)
        guard try connection.add(blocked, to: .blocks, of: viewer.id, at: now) else { return }
        try endEdges(with: blocked)
        try Groups(transaction).separate(from: blocked)
        try replaceFriendCodeOfChild()
        try transaction.log(.blocked, concerning: blocked)
    }

    func unblock(_ person: PersonReference) throws {
        let blocked = try transaction.resolveOther(person, allowingBlocked: true)
        if try connection.remove(blocked, from: .blocks, of: viewer.id) {
            try transaction.log(.unblocked, concerning: blocked)
        }
    }

    func mute(_ person: PersonReference) throws {
        let muted = try transaction.resolveOther(person)
        if try connection.add(
            muted, to: .mutes, of: viewer.id, at: now)
        {
            try transaction.log(.muted, concerning: muted)
        }
    }

    func unmute(_ person: PersonReference) throws {
        let muted = try transaction.resolveOther(person)
        if try connection.remove(muted, from: .mutes, of: viewer.id) {
            try transaction.log(.unmuted, concerning: muted)
        }
    }

    /// Removes the edges in both directions. The log records this only if there were any, so that a stranger cannot
    /// notice the block.
    fileprivate func endEdges(with other: Person.ID) throws {
        let follows = try connection.disconnect(viewer.id, from: other)
        let isFollowed = try connection.disconnect(other, from: viewer.id)
        // A person whom a child followed did not learn of it.
        let wasHidden = try follows && !isFollowed && viewer.isChild
        if follows || isFollowed {
            try transaction.log(wasHidden ? .changedHiddenFollowing : .unfollowed, concerning: other)
        }
    }

    /// Deletes all requests between the two. Pending ones are logged as cancelled by their senders.
    fileprivate func endRequests(with other: Person.ID) throws {
        for (sender, receiver) in [(viewer.id, other), (other, viewer.id)] {
            for kind in ConnectionRequest.Kind.allCases {
                guard let open = try connection.openRequest(from: sender, to: receiver, kind, at: now)
                else { continue }
                if receiver == viewer.id, open.declinedAt != nil { try logEndOfEdge(from: sender) }
                try log(cancelling: open)
                try transaction.retractNotifications(
                    where: "request = \(open.id) AND kind = \(NotificationKind.requestReceived)")
            }
        }
        try connection.deleteRequests(between: viewer.id, and: other)
    }

    /// Logs for the sender of a request that the viewer declined what the end of a pending one changes for its sender,
    /// so that they cannot tell the two apart.
    private func logEndOfEdge(from sender: Person.ID) throws {
        try connection.append(
            LogEntry(
                kind: .changedFollowing, person: sender, topic: sender.uuid, subject: viewer.id.uuid),
            at: now)
    }
}
