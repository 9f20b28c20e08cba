import Foundation
import Paceline
import PacelineAPI

extension ReplicaStore {
    /// The last answer to a read that the change feed does not update, for when the server cannot be reached. Queued
    /// commands have changed the relationships and the viewer's kudos in it, and have marked notifications as read.
    package func recall(_ read: ReadRequest) async throws -> [UInt8]? {
        guard let key = read.key else { return nil }
        return try await self.read { transaction in
            guard let json = try transaction.rememberedAnswer(for: key) else { return nil }
            let overlay = try transaction.overlay()
            if read.parameters(API.notifications) != nil {
                let inbox = try ReplicaTransaction.reading(key) {
                    try ReplicaTransaction.decode(NotificationInbox.self, from: json)
                }
                return try overlay.inbox(inbox).json()
            }
            guard !overlay.graph.isEmpty || !overlay.kudos.isEmpty else { return json }
            let parsed = try ReplicaTransaction.reading(key) { try ReplicaTransaction.parse(json) }
            let shown = Array(try parsed.showing(overlay).text())
            guard let item = read.parameters(API.kudos)?["id"].flatMap(FeedItem.ID.init) else { return shown }
            let page = try ReplicaTransaction.reading(key) {
                try ReplicaTransaction.decode(Page<Kudos>.self, from: shown)
            }
            let isFirst = !read.query.contains { $0.name == "cursor" }
            // Kudos that the server has keep their place, which may be on another page.
            let isNew = try transaction.items("WHERE id = \(item.uuid)").first?.value.hasKudos == false
            return try overlay.kudos(page, of: item, addsOwn: isFirst && isNew).json()
        }
    }
}

extension JSONValue {
    /// The answer with the relationships to its people after queued commands.
    fileprivate func showing(_ overlay: Overlay) -> JSONValue {
        switch self {
        case .array(let values): return .array(values.map { $0.showing(overlay) })
        case .object(var fields):
            for (name, value) in fields { fields[name] = value.showing(overlay) }
            if let id = fields["id"]?.text.flatMap(Person.ID.init), overlay.graph[id] != nil,
                let old = fields["relationship"]?.text.flatMap(Relationship.init)
            {
                let level = fields["privacyLevel"]?.text.flatMap(PrivacyLevel.init)
                fields["relationship"] = .string(overlay.relationship(to: id, level, old).rawValue)
            }
            return .object(fields)
        case .null, .boolean, .number, .string: return self
        }
    }
}
