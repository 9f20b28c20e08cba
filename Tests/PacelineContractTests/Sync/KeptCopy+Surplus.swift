import Foundation
import Paceline
import Testing

extension KeptCopy {
    /// Everything in the copy that its owner may no longer read, one line each.
    func surplus() async throws -> [String] {
        try await surplusItems() + surplusComments() + surplusPeople() + surplusGroups()
            + surplusNotifications()
    }

    private func surplusItems() async throws -> [String] {
        var surplus: [String] = []
        for item in items.values {
            guard let now = try await found({ try await owner.services.item(item.id) }) else {
                surplus.append(
                    "item \(item.workout?.title ?? item.content.kindName) by \(item.author.username)")
                continue
            }
            if item.workout?.measures.distance != nil, now.workout?.measures.distance == nil {
                surplus.append("details of an item by \(item.author.username)")
            }
        }
        return surplus
    }

    private func surplusComments() async throws -> [String] {
        let services = owner.services
        var surplus: [String] = []
        for item in items.values {
            let latest = isFollowed(item) ? item.latestComment : nil
            let mine = comments.values.filter { $0.item == item.id } + [latest].compactMap(\.self)
            guard !mine.isEmpty else { continue }
            let readable = try await found {
                try await walk(inPagesOf: 100) { try await services.comments(on: item.id, $0) }
            }
            let ids = Set((readable ?? []).map(\.id))
            surplus += mine.filter { !ids.contains($0.id) }.map {
                "comment \($0.text) by \($0.author?.username ?? "no one") on an item by \(item.author.username)"
            }
        }
        return surplus
    }

    private func surplusPeople() async throws -> [String] {
        let services = owner.services
        var surplus: [String] = []
        for person in people.values {
            let now = try await found { try await services.person(.id(person.id)) }
            if now == nil || person.stats != nil && now?.stats == nil {
                surplus.append("person \(person.username)")
            }
        }
        var waiting: Set<ConnectionRequest.ID> = []
        for direction in ConnectionRequest.Direction.allCases {
            let list = try await walk(inPagesOf: 100) {
                try await services.requests(direction, kind: nil, $0)
            }
            waiting.formUnion(list.map(\.id))
        }
        return surplus
            + requests.values.filter { !waiting.contains($0.id) }.map {
                "request of \($0.from.username) to \($0.to.username)"
            }
    }

    private func surplusGroups() async throws -> [String] {
        let services = owner.services
        let readable = Set(try await walk(inPagesOf: 100) { try await services.groups($0) }.map(\.id))
        let open = Set(
            try await walk(inPagesOf: 100) { try await services.groupInvitations($0) }.map(\.group))
        var surplus = groups.values.filter { !readable.contains($0.id) }.map { "group \($0.title)" }
        surplus += invitations.values.filter { !open.contains($0.group) }.map { "invitation to \($0.title)" }
        for (group, kept) in boards {
            for metric in Self.metrics {
                let gone = try await (kept[metric] ?? []).subtracting(rows(of: group, metric))
                if !gone.isEmpty { surplus.append("\(gone.count) rows of a board by \(metric)") }
            }
        }
        return surplus
    }

    private func surplusNotifications() async throws -> [String] {
        let now = try await owner.inbox()
        let shown = Dictionary(uniqueKeysWithValues: now.items.map { ($0.id, $0) })
        var surplus = inbox.items.filter { kept in
            guard let now = shown[kept.id] else { return true }
            return !Set(kept.people.map(\.id)).isSubset(of: now.people.map(\.id))
                || kept.comment != nil && now.comment == nil || !kept.isRead && now.isRead
        }.map { "notification \($0.kind.rawValue) of \($0.people.map(\.username))" }
        if inbox.unreadCount > now.unreadCount { surplus.append("\(inbox.unreadCount) unread notifications") }
        return surplus
    }

    /// The result; nil if the object does not exist for the owner.
    private func found<Value>(_ read: () async throws -> Value) async throws -> Value? {
        do {
            return try await read()
        } catch let error as SocialError where [.itemNotFound, .personNotFound].contains(error.code) {
            return nil
        }
    }
}
