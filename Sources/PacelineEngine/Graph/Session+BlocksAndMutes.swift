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
            try connection.disconnect(me, from: blocked)
            try connection.disconnect(blocked, from: me)
            try connection.deleteRequests(between: me, and: blocked)
            try transaction.leaveGroups(apartFrom: blocked)
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
