import Paceline
import PacelineEngine

/// Kudos, comments and hearts.
struct ReactionPart: WorldPart {
    var comments: [RandomWorld.CommentRecord] = []
    var kudos: Set<RandomWorld.ReactionRecord> = []
    /// Everyone who has ever reacted to a workout, including undone reactions.
    var reactions: Set<RandomWorld.ReactionRecord> = []
    /// Pairs of people who are no longer friends.
    var formerFriends: Set<Set<Int>> = []

    static let steps: [WorldStep] = [
        WorldStep(2) { world, one, _, random in try await world.giveKudos(one, &random) },
        WorldStep(2) { world, one, _, random in try await world.addComment(one, &random) },
        WorldStep(1) { world, _, _, random in try await world.withdrawKudos(&random) },
        WorldStep(1) { world, one, _, random in try await world.answer(one, &random) },
        WorldStep(1) { world, _, _, random in try await world.edit(&random) },
        WorldStep(1) { world, _, _, random in try await world.deleteComment(&random) },
        WorldStep(2) { world, one, _, random in try await world.giveOrWithdrawHeart(one, &random) },
    ]

    static func applyUnfriending(_ one: Int, _ other: Int, in world: inout RandomWorld) {
        world[ReactionPart.self].formerFriends.insert([one, other])
    }

    static func removeItem(_ item: FeedItem.ID, in world: inout RandomWorld) {
        guard let index = world.workouts.firstIndex(where: { $0.id.item == item }) else { return }
        world.comments.removeAll { $0.workout == index }
        world.kudos = world.kudos.filter { $0.workout != index }
        world.reactions = world.reactions.filter { $0.workout != index }
    }
}

extension RandomWorld {
    struct CommentRecord: Sendable {
        let id: Comment.ID
        let workout: Int
        let author: Int
        var text: String
        let parent: Comment.ID?
        /// People who gave it a heart.
        var hearts: Set<Int> = []
    }

    struct ReactionRecord: Hashable, Sendable {
        let workout: Int
        let person: Int
    }

    fileprivate(set) var comments: [CommentRecord] {
        get { self[ReactionPart.self].comments }
        set { self[ReactionPart.self].comments = newValue }
    }

    fileprivate(set) var kudos: Set<ReactionRecord> {
        get { self[ReactionPart.self].kudos }
        set { self[ReactionPart.self].kudos = newValue }
    }

    fileprivate var reactions: Set<ReactionRecord> {
        get { self[ReactionPart.self].reactions }
        set { self[ReactionPart.self].reactions = newValue }
    }

    /// Whether the person has ever reacted to the workout.
    func hasReacted(_ person: Int, to workout: Int) -> Bool {
        reactions.contains(ReactionRecord(workout: workout, person: person))
    }

    fileprivate func givers(_ workout: Int, _ viewer: Int) -> [Person.ID] {
        kudos.filter { $0.workout == workout && !areBlocked($0.person, viewer) }.map { people[$0.person].id }
    }

    /// The people whom the list of the workout's kudos names to the viewer. The count includes the others.
    fileprivate func namedGivers(_ workout: Int, _ viewer: Int) -> [Person.ID] {
        kudos.filter { $0.workout == workout && !hidesComments(by: $0.person, from: viewer) }
            .map { people[$0.person].id }
    }

    fileprivate func records(_ workout: Int, _ viewer: Int) -> [CommentRecord] {
        comments.filter { $0.workout == workout && !hidesComments(by: $0.author, from: viewer) }
    }

    /// Whether a block hides the author's comments, or the viewer reads texts of friends only, or the author is a child,
    /// and they are not friends.
    fileprivate func hidesComments(by author: Int, from viewer: Int) -> Bool {
        if areBlocked(author, viewer) { return true }
        return isUnknownChild(author, viewer) || !reads(viewer, textsOf: author)
    }

    /// Whether the author was a friend of the viewer, and since then the viewer no longer sees their comments. Their end
    /// is a change.
    fileprivate func hidesCommentsOfFormerFriend(_ author: Int, from viewer: Int) -> Bool {
        !areBlocked(author, viewer) && hidesComments(by: author, from: viewer)
            && self[ReactionPart.self].formerFriends.contains([author, viewer])
    }

    /// Whether feeds, streams and the change feed bring the author's comments, if they are not hidden. Teenagers get
    /// those of strangers only with the item.
    fileprivate func includesComments(by author: Int, for viewer: Int) -> Bool {
        people[viewer].isAdult || author == viewer || areFriends(author, viewer)
    }

    /// A word of severity 1 of the built-in list.
    private static let mildWord = "damn"

    /// The text as the viewer's content filter shows it.
    fileprivate func text(of record: CommentRecord, to viewer: Int) -> String {
        guard people[viewer].masksMildWords, viewer != record.author else { return record.text }
        return record.text.replacing(Self.mildWord, with: String(repeating: "•", count: Self.mildWord.count))
    }

    fileprivate func hearts(of record: CommentRecord, _ viewer: Int) -> Int {
        record.hearts.filter { !areBlocked($0, viewer) }.count
    }

    /// The people whom the list of the comment's hearts names to the viewer. The count includes the others.
    fileprivate func heartGivers(to record: CommentRecord, _ viewer: Int) -> [Person.ID] {
        record.hearts.filter { !hidesComments(by: $0, from: viewer) }.map { people[$0].id }
    }
}

// Actions.
extension RandomWorld {
    fileprivate mutating func giveKudos(_ one: Int, _ random: inout SeededRandom) async throws {
        guard let index = visibleWorkout(to: one, &random) else { return }
        _ = try await session(one).giveKudos(to: workouts[index].id.item, big: false)
        kudos.insert(ReactionRecord(workout: index, person: one))
        reactions.insert(ReactionRecord(workout: index, person: one))
    }

    fileprivate mutating func withdrawKudos(_ random: inout SeededRandom) async throws {
        let visible = kudos.filter { sees($0.person, workouts[$0.workout]) }
            .sorted { ($0.workout, $0.person) < ($1.workout, $1.person) }
        guard let reaction = visible.randomElement(using: &random) else { return }
        _ = try await session(reaction.person).withdrawKudos(from: workouts[reaction.workout].id.item)
        kudos.remove(reaction)
    }

    fileprivate mutating func addComment(_ one: Int, _ random: inout SeededRandom) async throws {
        guard let index = visibleWorkout(to: one, &random) else { return }
        try await write(as: one, under: index, answering: nil)
    }

    fileprivate mutating func answer(_ one: Int, _ random: inout SeededRandom) async throws {
        guard let index = visibleComment(to: one, &random) else { return }
        try await write(as: one, under: comments[index].workout, answering: comments[index].id)
    }

    private mutating func write(as one: Int, under index: Int, answering parent: Comment.ID?) async throws {
        let text =
            "Well done \(comments.count)" + (comments.count.isMultiple(of: 2) ? ", \(Self.mildWord)" : "")
        let comment = try await session(one).comment(
            CommentDraft(text: text, parent: parent), on: workouts[index].id.item)
        comments.append(
            CommentRecord(id: comment.id, workout: index, author: one, text: text, parent: parent))
        reactions.insert(ReactionRecord(workout: index, person: one))
    }

    fileprivate mutating func edit(_ random: inout SeededRandom) async throws {
        guard let index = ownVisibleComment(&random) else { return }
        comments[index].text += "!"
        _ = try await session(comments[index].author)
            .edit(comments[index].id, text: comments[index].text, ifMatch: nil)
    }

    /// Deletes a comment as its author or the owner of the workout. Only comments without replies, since others would
    /// leave a tombstone.
    fileprivate mutating func deleteComment(_ random: inout SeededRandom) async throws {
        guard let index = ownVisibleComment(&random) else { return }
        let record = comments[index]
        guard !comments.contains(where: { $0.parent == record.id }) else { return }
        let deleter = Bool.random(using: &random) ? record.author : workouts[record.workout].owner
        // An owner may not see the comment of a child, or be one.
        let isShown = isVisible(record, to: deleter)
        try await expect(
            code { try await session(deleter).deleteComment(record.id) }, isShown ? nil : .commentNotFound,
            "deletion of a comment by \(deleter)")
        if isShown { comments.remove(at: index) }
    }

    fileprivate mutating func giveOrWithdrawHeart(_ one: Int, _ random: inout SeededRandom) async throws {
        guard let index = visibleComment(to: one, &random) else { return }
        reactions.insert(ReactionRecord(workout: comments[index].workout, person: one))
        if comments[index].hearts.remove(one) != nil {
            _ = try await session(one).withdrawHeart(from: comments[index].id)
        } else {
            _ = try await session(one).giveHeart(to: comments[index].id)
            comments[index].hearts.insert(one)
        }
    }

    private func visibleComment(to viewer: Int, _ random: inout SeededRandom) -> Int? {
        comments.indices.filter { isVisible(comments[$0], to: viewer) }.randomElement(using: &random)
    }

    /// A comment that its author can still see.
    private func ownVisibleComment(_ random: inout SeededRandom) -> Int? {
        comments.indices.filter { isVisible(comments[$0], to: comments[$0].author) }
            .randomElement(using: &random)
    }

    private func isVisible(_ record: CommentRecord, to viewer: Int) -> Bool {
        sees(viewer, workouts[record.workout]) && !hidesComments(by: record.author, from: viewer)
    }
}

// Facts.
extension ReactionPart {
    private static func kudos(of item: FeedItem.ID) -> Fact {
        Fact(name: "kudos of \(item)", guarantee: .whileRelationshipsHold, item: item, isReaction: true)
    }

    /// The counts of kudos by children whom the viewer does not know. No stream announces these kudos, since that would
    /// reveal the children.
    static func unannouncedKudos(
        to viewer: Int, since before: RandomWorld, in world: RandomWorld
    ) -> [Fact] {
        before.kudos.symmetricDifference(world.kudos)
            .filter { world.isUnknownChild($0.person, viewer) && world.workouts.indices.contains($0.workout) }
            .map { kudos(of: world.workouts[$0.workout].id.item) }
    }

    private static func commentCount(of item: FeedItem.ID) -> Fact {
        Fact(
            name: "comment count of \(item)", guarantee: .whileRelationshipsHold, item: item, isReaction: true
        )
    }

    private static func comment(_ comment: Comment.ID, on item: FeedItem.ID) -> Fact {
        Fact(name: "comment \(comment)", guarantee: .withinKnownItem, item: item, isReaction: true)
    }

    static func facts(in world: RandomWorld, knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        var facts: Facts = [:]
        for item in world.items
        where world.receives(viewer, of: item.id, by: item.owner, watching: items) && item.isSeen(viewer) {
            let index = world.workout(item.id)
            let records = index.map { world.records($0, viewer) } ?? []
            facts[kudos(of: item.id)] = "\(index.map { world.givers($0, viewer).count } ?? 0)"
            facts[commentCount(of: item.id)] = "\(records.count)"
            for record in records where world.includesComments(by: record.author, for: viewer) {
                facts[comment(record.id, on: item.id)] = words(
                    world.text(of: record, to: viewer), hearts: world.hearts(of: record, viewer))
            }
        }
        return facts
    }

    private static func words(_ text: String, hearts: Int) -> String { "\(text), hearts: \(hearts)" }

    static func apply(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts) {
        if case .item(let card) = content {
            facts[kudos(of: card.id)] = "\(card.kudosCount)"
            facts[commentCount(of: card.id)] = "\(card.commentCount)"
        }
        if case .kudos(let change) = content { facts[kudos(of: change.item)] = "\(change.kudosCount)" }
        if case .comment(let comment, let count) = content {
            facts[Self.comment(comment.id, on: comment.item)] = words(
                comment.text, hearts: comment.heartCount)
            facts[commentCount(of: comment.item)] = "\(count)"
        }
        if case .commentRemoved(let comment, let item, let count) = content {
            facts[Self.comment(comment, on: item)] = nil
            facts[commentCount(of: item)] = "\(count)"
        }
    }
}

// Checks.
extension ReactionPart {
    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        for workout in world.workouts.indices {
            try await world.checkReactions(to: workout, asSeenBy: viewer)
        }
    }

    static func check(
        _ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool, in world: RandomWorld
    ) async throws {
        let place = "\(content.summary) delivered to \(viewer)"
        if case .item(let card) = content {
            if let latest = card.latestComment {
                try world.check(delivered: latest, to: viewer, isCurrent: isCurrent)
            }
            if isCurrent, let index = world.workout(card.id) {
                try world.check(card: card, of: index, asSeenBy: viewer)
            }
        }
        if case .kudos(let change) = content {
            try expect(world.sees(viewer, change.item), true, place)
            guard isCurrent, let index = world.workout(change.item) else { return }
            try expect(change.kudosCount, world.givers(index, viewer).count, place)
        }
        if case .comment(let comment, let count) = content {
            try world.check(delivered: comment, to: viewer, isCurrent: isCurrent)
            if isCurrent { try world.check(commentCount: count, of: comment.item, deliveredTo: viewer) }
        }
        if case .commentRemoved(let comment, let item, let count) = content {
            try expect(world.sees(viewer, item), true, place)
            try expect(world.comments.contains { $0.id == comment }, false, place)
            if isCurrent { try world.check(commentCount: count, of: item, deliveredTo: viewer) }
        }
    }

    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws {
        guard let record = world.comments.first(where: { $0.id.uuid == change.id.uuid }) else { return }
        let place = "\(change.kindName) delivered to \(viewer)"
        if change.isDeleted, world.hidesCommentsOfFormerFriend(record.author, from: viewer) { return }
        try expect(world.hidesComments(by: record.author, from: viewer), false, "author of \(place)")
        if !change.isDeleted {
            try expect(world.includesComments(by: record.author, for: viewer), true, "stranger of \(place)")
        }
        try expect(change.isDeleted, !world.sees(viewer, world.workouts[record.workout]), place)
    }

    static func check(_ notification: SocialNotification, shownTo viewer: Int, in world: RandomWorld)
        async throws
    {
        guard notification.item != nil else { return }
        let author = notification.comment?.author.flatMap { world.index(of: $0.id) }
        try expect(
            author.map { world.hidesComments(by: $0, from: viewer) } ?? false, false,
            "comment of \(notification.kind) shown to \(viewer)")
    }

    static func check(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int, in world: RandomWorld
    ) throws {
        let workout = world.workouts.firstIndex { $0.id.item == notification.item?.id }
        try expect(
            workout.map { world.kudos.contains(RandomWorld.ReactionRecord(workout: $0, person: person)) },
            true,
            "\(notification.kind) of \(person) shown to \(viewer)")
    }
}

extension RandomWorld {
    fileprivate func workout(_ item: FeedItem.ID) -> Int? { workouts.firstIndex { $0.id.item == item } }

    fileprivate func checkReactions(to index: Int, asSeenBy viewer: Int) async throws {
        let (item, session) = (workouts[index].id.item, session(viewer))
        let isSeen = sees(viewer, workouts[index])
        let place = "workout \(index) of \(workouts[index].owner) seen by \(viewer)"
        try await expect(
            code { try await session.kudos(of: item, all) }, isSeen ? nil : .itemNotFound, "kudos of \(place)"
        )
        try await expect(
            code { try await session.comments(on: item, all) }, isSeen ? nil : .itemNotFound,
            "comments on \(place)")
        let shown = isSeen ? Set(records(index, viewer).map(\.id)) : []
        for record in comments where record.workout == index {
            let place = "hearts of a comment on \(place)"
            guard shown.contains(record.id) else {
                try await expect(
                    code { try await session.hearts(of: record.id, all) }, .commentNotFound, place)
                continue
            }
            try expect(
                try await session.hearts(of: record.id, all).items.map(\.id).sorted(),
                heartGivers(to: record, viewer).sorted(), place)
        }
        guard isSeen else { return }
        try expect(
            try await session.kudos(of: item, all).items.map(\.person.id).sorted(),
            namedGivers(index, viewer).sorted(), "who gave kudos to \(place)")
        let read = try await session.comments(on: item, all).items
        try expect(
            read.map(\.id).sorted(), records(index, viewer).map(\.id).sorted(),
            "comments shown on \(place)")
        try expect(
            read.map(\.text).sorted(), records(index, viewer).map { text(of: $0, to: viewer) }.sorted(),
            "texts of comments shown on \(place)")
        try check(card: try await session.item(item), of: index, asSeenBy: viewer)
    }

    fileprivate func check(card: FeedItem, of index: Int, asSeenBy viewer: Int) throws {
        let records = records(index, viewer)
        try expect(
            card.kudosCount, givers(index, viewer).count, "kudos count on workout \(index) for \(viewer)")
        try expect(card.commentCount, records.count, "comment count on workout \(index) for \(viewer)")
        try expect(
            card.latestComment?.id, records.last { includesComments(by: $0.author, for: viewer) }?.id,
            "latest comment on workout \(index) for \(viewer)")
        try expect(
            card.latestComment?.text,
            records.last { includesComments(by: $0.author, for: viewer) }.map { text(of: $0, to: viewer) },
            "text of the latest comment on workout \(index) for \(viewer)")
        try expect(card.hasKudos, kudos.contains(ReactionRecord(workout: index, person: viewer)), "own kudos")
        try expect(
            card.author.friendCount, friendCount(workouts[index].owner, viewer), "friend count on a card")
    }

    fileprivate func check(delivered comment: Comment, to viewer: Int, isCurrent: Bool) throws {
        let place = "comment \(comment.text) delivered to \(viewer)"
        try expect(sees(viewer, comment.item), true, place)
        let record = comments.first { $0.id == comment.id }
        try expect(record.map { hidesComments(by: $0.author, from: viewer) }, false, "author of \(place)")
        try expect(
            record.map { includesComments(by: $0.author, for: viewer) }, true, "stranger of \(place)")
        try expect(comment.text, record.map { text(of: $0, to: viewer) }, place)
        guard isCurrent, let record else { return }
        try expect(comment.heartCount, hearts(of: record, viewer), "hearts of \(place)")
    }

    fileprivate func check(commentCount: Int, of item: FeedItem.ID, deliveredTo viewer: Int) throws {
        guard let index = workout(item) else { return }
        try expect(commentCount, records(index, viewer).count, "comments on \(item) delivered to \(viewer)")
    }
}
