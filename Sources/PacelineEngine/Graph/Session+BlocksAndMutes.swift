import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func blocks(_ page: PageRequest) async throws -> Page<Person> {
        try await read { try $0.people(on: .blocks, page) }
    }

    public func block(_ person: PersonReference) async throws {
        try await write { transaction in
            let blocked = try transaction.resolveOther(person, evenBlocked: true)
            let (connection, me) = (transaction.connection, transaction.viewer.id)
            guard try connection.add(blocked, to: .blocks, of: me, at: transaction.now) else { return }
            try transaction.endEdges(with: blocked)
            try transaction.endRequests(with: blocked)
            try Groups(transaction).leave(apartFrom: blocked)
            try transaction.log(.blocked, concerning: blocked)
        }
    }

    public func unblock(_ person: PersonReference) async throws {
        try await write { transaction in
            let blocked = try transaction.resolveOther(person, evenBlocked: true)
            if try transaction.connection.remove(blocked, from: .blocks, of: transaction.viewer.id) {
                try transaction.log(.unblocked, concerning: blocked)
            }
        }
    }

    public func mutes(_ page: PageRequest) async throws -> Page<Person> {
        try await read { try $0.people(on: .mutes, page) }
    }

    public func mute(_ person: PersonReference) async throws {
        try await write { transaction in
            let muted = try transaction.resolveOther(person)
            if try transaction.connection.add(
                muted, to: .mutes, of: transaction.viewer.id, at: transaction.now)
            {
                try transaction.log(.muted, concerning: muted)
            }
        }
    }

    public func unmute(_ person: PersonReference) async throws {
        try await write { transaction in
            let muted = try transaction.resolveOther(person)
            if try transaction.connection.remove(muted, from: .mutes, of: transaction.viewer.id) {
                try transaction.log(.unmuted, concerning: muted)
            }
        }
    }
}

extension Transaction {
    /// Ends what lies between the viewer and the other. Who had something with the viewer is told that it has ended;
    /// who had nothing hears nothing.
    fileprivate func endEdges(with other: Person.ID) throws {
        let follows = try connection.disconnect(viewer.id, from: other)
        let isFollowed = try connection.disconnect(other, from: viewer.id)
        if follows || isFollowed { try log(.unfollowed, concerning: other) }
    }

    /// Takes back what still waits between the two, as its sender could have done, and leaves no trace of the rest.
    fileprivate func endRequests(with other: Person.ID) throws {
        for (sender, receiver) in [(viewer.id, other), (other, viewer.id)] {
            for kind in ConnectionRequest.Kind.allCases {
                let open = try connection.openRequest(from: sender, to: receiver, kind, at: now)
                if let open { try log(cancelling: open) }
            }
        }
        try connection.deleteRequests(between: viewer.id, and: other)
    }
}
