import Foundation
import Paceline
import PacelineDatabase

// Records that need the database.
extension Connection {
    /// Records for reactions to an item whose owner the person does not follow. They notify the person's own devices of
    /// their reactions, and of changes to their comments.
    func ownDeviceRecords(of event: LoggedEvent) throws -> [ChangeRecord] {
        let rule = event.kind.traits.changes
        guard let item = event.item, rule.isReaction else { return [] }
        let owner = Person.ID(event.topic)
        let people = try Set([event.person, event.entry.author].compactMap(\.self)).filter {
            try $0 != owner && !receivesUpdates($0, of: owner)
        }
        return people.flatMap { person -> [ChangeRecord] in
            let record = ChangeRecord.only(person, .item, item.uuid)
            return rule.isAboutComment ? [record, .only(person, .comment, event.subject)] : [record]
        }
    }

    /// Records for the boards of the player's groups, when they count a score or a workout, or when the player hides or
    /// shows totals and details, and for a group with which the player stops sharing or shares again. Each player has a
    /// separate record, which is skipped for people from whom the player is hidden.
    func boardRecords(of event: LoggedEvent) throws -> [ChangeRecord] {
        if event.kind == .changedSharing {
            return try hasScoresForGroups(event.person) || hasWorkoutsForGroups(event.person)
                ? [.group(event.subject, .board, event.person.uuid)] : []
        }
        guard event.changesGroupBoards || event.kind == .changedPublicSettings else { return [] }
        return try fetch(
            "SELECT group_id FROM group_members WHERE person = \(event.person) AND is_sharing = 1"
        ) { ChangeRecord.group($0[0], .board, event.person.uuid) }
    }

    /// Whether boards by training of groups may show the person.
    private func hasWorkoutsForGroups(_ person: Person.ID) throws -> Bool {
        try exists(
            """
            SELECT 1
            FROM items
            WHERE owner = \(person) AND kind = \(FeedItem.Kind.workout)
                AND visibility > \(ItemVisibility.private)
            """)
    }

    /// Whether the person receives changes of what the other publishes.
    private func receivesUpdates(_ person: Person.ID, of other: Person.ID) throws -> Bool {
        try exists(
            """
            SELECT 1
            FROM edges
            WHERE follower = \(person) AND followee = \(other)
                AND NOT \(SQL.hasMuted("\(person)", "\(other)"))
            """)
    }
}

/// Which people in a batch of events may be hidden from readers of an object that they changed.
///
/// Such a person has a record of their own for the object. If all shared one, readers would notice by a repeated item
/// that a hidden person had reacted to it. One record is enough for everyone else, however many react.
struct HiddenActors {
    /// The people who have blocked anyone or are blocked.
    private let withBlocks: Set<Person.ID>
    /// These people, minors, and people of unknown age.
    private let withBlocksOrNotAdult: Set<Person.ID>
    /// Whether comments may be hidden because of an age.
    private let communityHasChildren: Bool

    init(in events: [LoggedEvent], _ context: ConsumerContext) throws {
        let people = Set(events.flatMap { [$0.shownActor, $0.entry.author].compactMap(\.self) })
        guard !people.isEmpty else {
            (withBlocks, withBlocksOrNotAdult, communityHasChildren) = ([], [], false)
            return
        }
        let connection = context.connection
        let found = try connection.peopleWithBlocks(among: people, orNotAdultAt: context.now)
        withBlocks = Set(found.filter(\.hasBlocks).map(\.person))
        withBlocksOrNotAdult = Set(found.map(\.person))
        communityHasChildren =
            try connection.fetchFirst("SELECT \(SQL.hasChildren(at: context.now))") { $0[0] as Bool } ?? false
    }

    /// The event's record, with the people whom a reader must be able to see.
    func attribute(_ record: ChangeRecord, to event: LoggedEvent) -> ChangeRecord {
        var record = record
        switch record.kind {
        case .comment: record.author = event.entry.author
        case .item:
            record.author = event.entry.author.flatMap {
                communityHasChildren || withBlocks.contains($0) ? $0 : nil
            }
        case .board: record.author = event.person
        case .season: record.author = event.other
        default: break
        }
        switch record.kind {
        case .comment, .item:
            record.actor = event.shownActor.flatMap { withBlocksOrNotAdult.contains($0) ? $0 : nil }
        case .group: record.actor = event.shownActor.flatMap { withBlocks.contains($0) ? $0 : nil }
        default: break
        }
        return record
    }
}

extension ChangeRule {
    fileprivate var isAboutComment: Bool { self == .comment || self == .commentByOther }

    fileprivate var isReaction: Bool { isAboutComment || self == .reaction }
}
