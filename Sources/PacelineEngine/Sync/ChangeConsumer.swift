import Foundation
import Paceline
import PacelineDatabase

/// Maintains the change feed: the last change of each ``ChangeRecord``.
struct ChangeConsumer: LogConsumer {
    static let name = "changes"

    var name: String { Self.name }
    let isPrompt = true
    let start = LogStart.beginning

    func consume(_ events: [LoggedEvent], _ context: ConsumerContext) throws {
        let connection = context.connection
        let visibilities = try connection.visibilities(
            of: events.filter { $0.visibility == nil }.compactMap(\.item))
        let hidden = try HiddenActors(in: events, context)
        var latest: [ChangeRecord: LoggedEvent] = [:]
        for event in events {
            let visibility = event.visibility ?? event.item.flatMap { visibilities[$0] }
            for record in event.entry.records(onItemSeenBy: visibility) {
                latest[hidden.attribute(record, to: event)] = event
            }
            for record in try connection.requestRecords(of: event)
            where try latest[record] != nil || connection.has(record) {
                latest[record] = event
            }
            if let record = try connection.unannouncedEdge(of: event) { latest[record] = event }
            for record in try connection.ownDeviceRecords(of: event) + connection.boardRecords(of: event) {
                latest[hidden.attribute(record, to: event)] = event
            }
            for record in try connection.lossRecords(of: event, at: context.now)
                + connection.inboxRecords(of: event)
            {
                latest[record] = event
            }
        }
        try connection.save(latest)
    }
}

extension Connection {
    fileprivate func visibilities(of items: [FeedItem.ID]) throws -> [FeedItem.ID: ItemVisibility] {
        guard !items.isEmpty else { return [:] }
        let rows = try fetch(
            "SELECT id, visibility FROM items WHERE id IN \(list: Set(items).sorted())"
        ) { ($0[0] as FeedItem.ID, $0[1] as ItemVisibility) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Requests that the event settles implicitly: following and friendship end open requests between the two people.
    /// Only people with an existing record for the request get a new one.
    fileprivate func requestRecords(of event: LoggedEvent) throws -> [ChangeRecord] {
        guard event.kind.traits.changes.settlesRequests, let other = event.other else { return [] }
        return try requests(between: event.person, and: other).flatMap { request in
            [event.person, other].map { .only($0, .request, request.uuid) }
        }
    }

    /// A relationship that changes only for the person who acted: where the other person must not learn of a request,
    /// the event does not name them.
    fileprivate func unannouncedEdge(of event: LoggedEvent) throws -> ChangeRecord? {
        guard event.kind.traits.changes.concernsPendingRequest, event.other == nil,
            let request = try request(ConnectionRequest.ID(event.subject))
        else { return nil }
        let other = request.sender == event.person ? request.receiver : request.sender
        return .only(event.person, .edge, other.uuid)
    }

    func has(_ record: ChangeRecord) throws -> Bool {
        try exists(
            """
            SELECT 1
            FROM changes
            WHERE topic = \(record.topic) AND kind = \(record.kind) AND subject = \(record.subject)
                AND reach = \(record.visibility)
            """)
    }

    private func requests(
        between one: Person.ID, and other: Person.ID
    ) throws -> [ConnectionRequest.ID] {
        try fetch(
            """
            SELECT id FROM requests WHERE sender = \(one) AND receiver = \(other)
            UNION ALL
            SELECT id FROM requests WHERE sender = \(other) AND receiver = \(one)
            """
        ) { $0[0] as ConnectionRequest.ID }
    }

    /// Saves the last event of each record. A record never moves back. Where no person has to be visible, the columns
    /// `author` and `actor` contain the subject.
    fileprivate func save(_ records: [ChangeRecord: LoggedEvent]) throws {
        try send(
            "INSERT INTO changes (topic, kind, subject, reach, author, actor, tx, sequence, at)",
            rows: SQLRows(records) { record, event in
                (
                    record.topic, record.kind, record.subject, record.visibility,
                    record.author?.uuid ?? record.subject,
                    record.actor?.uuid ?? record.subject, event.position.transaction, event.position.sequence,
                    event.at
                )
            },
            ending: """
                ON CONFLICT (topic, kind, subject, reach, author, actor) DO UPDATE
                SET tx = excluded.tx, sequence = excluded.sequence, at = excluded.at
                WHERE (changes.tx, changes.sequence) <= (excluded.tx, excluded.sequence)
                """)
    }
}

extension ChangeRule {
    fileprivate var settlesRequests: Bool { self == .edgeSettlingRequests || self == .acceptedRequest }

    fileprivate var concernsPendingRequest: Bool { self == .request || self == .declinedRequest }
}

extension Change.Kind: SQLEnum {}
