import Foundation
import Paceline
import PacelineAPI

/// A member with a command for every endpoint that can be queued, each of which succeeds.
struct QueueableScene {
    private(set) var queue: CommandQueue
    private let world: World
    private let ana: Member
    private let (ben, cem, dan, eva): (Member, Member, Member, Member)
    private let (fay, gus): (Member, Member)

    init(_ world: World) async throws {
        self.world = world
        (ana, ben) = try await world.people("ana", "ben")
        (cem, dan) = try await world.people("cem", "dan")
        (eva, fay) = try await world.people("eva", "fay")
        gus = try await world.person("gus")
        queue = CommandQueue(of: ana)
        try addAccount()
        try await addWorkouts()
        try addScores()
        try await addReactions()
        try await addGraph()
        try await addGroups()
    }

    private mutating func addAccount() throws {
        let none = NoParameters()
        try queue.add(API.updateMe, none, body: AccountChanges(bio: "Rows."))
        try queue.add(API.removeAvatar, none)
        try queue.add(API.removeHeader, none)
        try queue.add(API.updateSettings, none, body: SettingsChanges(showWorkoutStats: false))
        try queue.add(
            API.updateNotificationSettings, none, body: NotificationSettings(without: [.kudos]))
        try queue.add(API.readNotifications, none, body: ReadNotifications(upTo: world.clock.now))
        // Marks nothing, so that there is nothing to write.
        try queue.add(API.readNotifications, none, body: ReadNotifications(upTo: world.clock.now, ids: []))
    }

    private mutating func addWorkouts() async throws {
        let (old, new) = (try await ana.publishes(startedAt: ana.hoursAgo(20)), Workout.ID.random())
        try queue.addWorkout("New", as: new)
        try queue.add(API.editWorkout, WorkoutPath(new), body: WorkoutChanges(title: "Edited"))
        let draft = WorkoutDraft.sample(startedAt: ana.hoursAgo(40), duration: 600)
        try queue.add(
            API.publishBatch, NoParameters(),
            body: WorkoutBatch(workouts: [IdentifiedDraft(id: .random(), draft: draft)]))
        try queue.add(API.removePhoto, WorkoutPath(old.id))
        try queue.add(API.deleteWorkout, WorkoutPath(old.id))
    }

    private mutating func addScores() throws {
        let path = ScorePath(.wordle, try day(2026_02_20))
        try queue.add(API.publishScore, path, body: ScoreDraft(score: 3, isCompleted: true))
        try queue.add(API.deleteScore, path)
        let daily = DailyScore(game: .wordle, draft: ScoreDraft(score: 2, isCompleted: true))
        try queue.add(
            API.publishDailyScores, NoParameters(),
            body: DailyScores(day: try day(2026_02_21), scores: [daily]))
        let text = "Wordle 1,711 4/6\n\n⬛🟨⬛⬛⬛\n🟩⬛⬛🟨⬛\n🟩🟩⬛⬛🟩\n🟩🟩🟩🟩🟩"
        try queue.add(API.importScores, NoParameters(), body: DatedShareText(text: text))
    }

    private mutating func addReactions() async throws {
        let workout = try await ben.publishes()
        let (item, comment) = (ItemPath(workout.id.item), Comment.ID.client())
        try queue.add(API.giveKudos, item, body: KudosDraft(big: true))
        try queue.add(API.withdrawKudos, item)
        try queue.add(API.addComment, item, body: CommentDraft(text: "Well done", id: comment))
        try queue.add(API.editComment, CommentPath(comment), body: CommentEdit(text: "Well rowed"))
        try queue.add(API.giveHeart, CommentPath(comment))
        try queue.add(API.withdrawHeart, CommentPath(comment))
        try queue.add(API.deleteComment, CommentPath(comment))
    }

    private mutating func addGraph() async throws {
        try await world.befriend(ana, ben)
        try await cem.follows(ana)
        let (accepted, rejected) = (try await dan.asks(ana), try await eva.asks(ana))
        let mine = ConnectionRequest.ID.random()
        try queue.add(API.unfriend, PersonPath(ben.reference))
        try queue.add(API.removeFollower, PersonPath(cem.reference))
        try queue.add(API.follow, PersonPath(cem.reference), body: FollowBody())
        try queue.add(API.unfollow, PersonPath(cem.reference))
        try queue.add(API.acceptRequest, RequestPath(accepted.id))
        try queue.add(API.rejectRequest, RequestPath(rejected.id))
        try queue.add(
            API.sendRequest, NoParameters(),
            body: RequestBody(RequestDraft(to: .person(fay.reference), id: mine)))
        try queue.add(API.cancelRequest, RequestPath(mine))
        try queue.add(API.block, PersonPath(gus.reference))
        try queue.add(API.unblock, PersonPath(gus.reference))
        try queue.add(API.mute, PersonPath(gus.reference))
        try queue.add(API.unmute, PersonPath(gus.reference))
    }

    private mutating func addGroups() async throws {
        let group = try await ben.createsGroup(with: ana)
        try queue.add(API.setActiveGroup, NoParameters(), body: ActiveGroup(group: group.id))
        try queue.add(API.removeGroupMember, GroupPersonPath(group.id, .me))
    }
}
