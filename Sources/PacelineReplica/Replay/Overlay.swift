import Foundation
import Paceline

/// The effects of all commands, ready to be applied to any part of the truth.
struct Overlay: Sendable {
    /// The viewer, as the author of queued comments and workouts; nil until the account is stored.
    private(set) var viewer: Person?
    private(set) var kudos: [FeedItem.ID: Reaction] = [:]
    private(set) var hearts: [Comment.ID: Reaction] = [:]
    private(set) var addedComments: [Comment.ID: QueuedValue<QueuedComment>] = [:]
    private(set) var editedComments: [Comment.ID: QueuedValue<String>] = [:]
    private(set) var deletedComments: [Comment.ID: Sent] = [:]
    private(set) var publishedWorkouts: [Workout.ID: QueuedValue<WorkoutDraft>] = [:]
    private(set) var workoutEdits: [Workout.ID: [QueuedValue<WorkoutChanges>]] = [:]
    private(set) var removedPhotos: Set<Workout.ID> = []
    private(set) var deletedItems: Set<FeedItem.ID> = []
    /// Items that were deleted and published again. The new one has nothing of the old one.
    private(set) var restartedItems: Set<FeedItem.ID> = []
    private(set) var scores: [ScoreKey: ScoreDraft] = [:]
    private(set) var deletedScores: Set<ScoreKey> = []
    private(set) var graph: [Person.ID: [GraphEffect]] = [:]
    private(set) var resolvedRequests: Set<ConnectionRequest.ID> = []
    private(set) var accountChanges: [AccountChanges] = []
    private(set) var removedPictures: [ProfilePicture] = []
    private(set) var settingsChanges: [SettingsChanges] = []
    private(set) var activeGroup: ActiveGroupChoice?
    private(set) var leftGroups: Set<LeaderboardGroup.ID> = []
    private(set) var readUpTo: Date?
    /// Notifications that were marked as read one by one, with the time of the newest notification shown then.
    private(set) var readNotifications: [SocialNotification.ID: Date] = [:]

    /// When a command was first sent.
    struct Sent: Sendable, Equatable {
        /// The store's serial at that time; nil if the command was never sent.
        let serial: Int64?

        /// Whether a value of the truth cannot contain the command's effect, since the server sent it before.
        /// - Parameter truthSerial: the value's serial.
        func isMissing(fromTruthAt truthSerial: Int64) -> Bool { serial.map { truthSerial <= $0 } ?? true }
    }

    struct Reaction: Sendable, Equatable {
        let isGiven: Bool
        /// Whether they are big kudos.
        var isBig = false
        let at: Date
        let sent: Sent
    }

    struct QueuedValue<Value: Sendable & Equatable>: Sendable, Equatable {
        let value: Value
        let at: Date
        let sent: Sent
    }

    struct ActiveGroupChoice: Sendable, Equatable {
        let group: LeaderboardGroup.ID?
    }

    /// - Parameters:
    ///   - commands: in order.
    ///   - account: the viewer's, as the truth has it.
    init(_ commands: [Command], account: Account?) {
        for command in commands { add(command) }
        viewer = account.map { Person($0, username: $0.username ?? "") }
    }

    private mutating func add(_ command: Command) {
        let (sent, at) = (Sent(serial: command.serialAtSending), Date(milliseconds: command.madeAt))
        switch command.scope.effect {
        case .kudos(let item, let isGiven, let isBig):
            kudos[item] = Reaction(isGiven: isGiven, isBig: isBig, at: at, sent: sent)
        case .heart(let comment, let isGiven):
            hearts[comment] = Reaction(isGiven: isGiven, at: at, sent: sent)
        case .addComment(let comment):
            addedComments[comment.id] = QueuedValue(value: comment, at: at, sent: sent)
        case .editComment(let id, let text): editedComments[id] = QueuedValue(value: text, at: at, sent: sent)
        case .deleteComment(let id): deletedComments[id] = sent
        case .publishWorkout(let id, var draft):
            draft.visibility = draft.visibility ?? publishedWorkouts[id]?.value.visibility
            publishedWorkouts[id] = QueuedValue(value: draft, at: at, sent: sent)
            workoutEdits[id] = nil
            if deletedItems.remove(id.item) != nil { restartedItems.insert(id.item) }
        case .editWorkout(let id, let changes):
            workoutEdits[id, default: []].append(QueuedValue(value: changes, at: at, sent: sent))
        case .removePhoto(let id): removedPhotos.insert(id)
        case .publishWorkouts: break
        case .deleteItem(let id):
            publishedWorkouts[Workout.ID(id.uuid)] = nil
            deletedItems.insert(id)
        case .publishScore(let game, let day, let draft):
            scores[ScoreKey(game: game, day: day)] = draft
            deletedScores.remove(ScoreKey(game: game, day: day))
        case .publishScores(let day, let drafts):
            for score in drafts {
                scores[ScoreKey(game: score.game, day: day)] = score.draft
                deletedScores.remove(ScoreKey(game: score.game, day: day))
            }
        case .deleteScore(let game, let day):
            scores[ScoreKey(game: game, day: day)] = nil
            deletedScores.insert(ScoreKey(game: game, day: day))
        case .graph(let person, let effect): graph[person, default: []].append(effect)
        case .resolveRequest(let id): resolvedRequests.insert(id)
        case .account(let changes): accountChanges.append(changes)
        case .removePicture(let picture): removedPictures.append(picture)
        case .settings(let changes): settingsChanges.append(changes)
        case .activeGroup(let group): activeGroup = ActiveGroupChoice(group: group)
        case .leaveGroup(let group): leftGroups.insert(group)
        case .readNotifications(let instant, nil): readUpTo = max(readUpTo ?? .distantPast, instant)
        case .readNotifications(let instant, let ids?):
            for id in ids { readNotifications[id] = max(readNotifications[id] ?? .distantPast, instant) }
        case .none: break
        }
    }
}

extension Overlay {
    func view(of truth: Truth) -> ReplicaView {
        var view = ReplicaView()
        view.account = truth.account.map(account)
        view.comments = comments(of: truth)
        view.items = items(of: truth)
        view.edges = edges(of: truth)
        view.people = truth.people.filter { isFollowed($0.key, wasFollowed: true) }
        view.mutes = mutes(of: truth)
        view.requests = truth.requests.filter { shows($0.value) }
        view.groups = truth.groups.compactMapValues(group)
        view.scores = scores
        return view
    }
}
