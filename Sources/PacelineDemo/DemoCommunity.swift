import Foundation
import Paceline
import PacelineEngine

/// Executes a ``DemoPlan`` through the engine's services with a simulated clock, so that all rules and counters hold.
///
/// Independent actions run concurrently, which lets the database commit them in groups.
package struct DemoCommunity {
    let plan: DemoPlan
    let engine: Engine
    /// Called with the number of finished actions.
    let progress: @Sendable (_ done: Int, _ total: Int) -> Void

    /// Creates a builder of the plan.
    /// - Parameters:
    ///   - engine: the engine of an empty community, with ``environment``.
    ///   - progress: called with the number of finished and of all actions.
    package init(
        plan: DemoPlan, engine: Engine, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) {
        self.plan = plan
        self.engine = engine
        self.progress = progress
    }

    /// The engine's environment, with the simulated clock.
    package static let environment: EngineEnvironment = {
        var environment = EngineEnvironment(now: { DemoClock.now }, passwordCost: .fast)
        // Everyone signs up at once.
        environment.passwordLimits.waiting = .max
        environment.passwordLimits.wait = .seconds(600)
        environment.quotas = .none
        return environment
    }()

    /// The number of actions that report progress: people, friendships, items, and the reactions to items.
    private var total: Int {
        plan.people.count + plan.friendships.count + (plan.workouts.count + plan.scores.count) * 2
    }

    /// Executes the plan.
    /// - Throws: the first error of a service.
    package func build() async throws {
        var done = 0
        let sessions = try await concurrently(plan.people, after: &done) { try await join($0) }
        _ = try await concurrently(plan.friendships, after: &done) { try await befriend($0, sessions) }
        for edge in plan.follows { try await follow(edge, sessions) }
        let shared = try await concurrently(DemoTimeline.all(of: plan), counting: \.count, after: &done) {
            try await publish($0, sessions)
        }
        let reactions = shared.flatMap { $0 }
        _ = try await concurrently(reactions, after: &done) { try await react(to: $0, sessions) }
        for group in plan.groups { try await createGroup(group, sessions) }
        try await finish(sessions)
    }

    /// Runs the body for each element with limited concurrency. Returns the results in the elements' order.
    private func concurrently<Element: Sendable, Value: Sendable>(
        _ elements: [Element], counting count: (Element) -> Int = { _ in 1 }, after done: inout Int,
        _ body: @escaping @Sendable (Element) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            var values = [Value?](repeating: nil, count: elements.count)
            var next = 0
            func start() {
                guard next < elements.count else { return }
                let (place, element) = (next, elements[next])
                group.addTask { (place, try await body(element)) }
                next += 1
            }
            for _ in 0..<Self.maxConcurrency { start() }
            while let (place, value) = try await group.next() {
                values[place] = value
                done += count(elements[place])
                progress(done, total)
                start()
            }
            return values.compactMap { $0 }
        }
    }

    private static let maxConcurrency = 64

    func at<Value: Sendable>(
        _ moment: Date, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await DemoClock.$now.withValue(moment) { try await body() }
    }
}

extension DemoCommunity {
    private func join(_ person: DemoPerson) async throws -> Session {
        // Only the demo user's password is known; all others are random.
        let isDemoUser = person.username == DemoPlan.username
        let signUp = SignUp(
            username: person.username, password: isDemoUser ? DemoPlan.password : UUID().uuidString,
            displayName: person.displayName, birthDate: person.birthDate)
        return try await at(person.joinedAt) {
            let session = engine.session(for: try await engine.signUp(signUp).person.id)
            let changes = AccountChanges(
                bio: person.bio, timeZone: person.timeZone, privacyLevel: person.privacyLevel)
            _ = try await session.update(changes, ifMatch: nil)
            if let avatar = person.avatar { _ = try await session.setAvatar(try avatar.png()) }
            if isDemoUser { _ = try await session.update(SettingsChanges(weeklyGoal: Self.weeklyGoal)) }
            return session
        }
    }

    private func befriend(_ friendship: DemoPlan.Friendship, _ sessions: [Session]) async throws {
        let (sender, receiver) = (sessions[friendship.pair.from], sessions[friendship.pair.to])
        let request = try await at(friendship.requestedAt) {
            try await sender.request(RequestDraft(to: .person(.id(receiver.viewer))))
        }
        _ = try await at(friendship.acceptedAt) { try await receiver.accept(request.id) }
    }

    private func follow(_ edge: DemoPlan.Follow, _ sessions: [Session]) async throws {
        let followee = PersonReference.id(sessions[edge.pair.to].viewer)
        _ = try await at(edge.at) {
            try await sessions[edge.pair.from].follow(followee, notifications: nil)
        }
    }

    /// - Returns: the planned reactions to each published item.
    private func publish(_ timeline: DemoTimeline, _ sessions: [Session]) async throws -> [DemoReactions] {
        var reactions: [DemoReactions] = []
        for entry in timeline.entries {
            let item = try await at(entry.at) { try await publish(entry, sessions[timeline.owner]) }
            reactions.append(
                DemoReactions(owner: timeline.owner, item: item, kudos: entry.kudos, comments: entry.comments)
            )
        }
        return reactions
    }

    private func publish(_ entry: DemoTimeline.Entry, _ session: Session) async throws -> FeedItem.ID {
        switch entry {
        case .workout(let workout):
            try await publish(workout, session)
        case .score(let score):
            try await session.publish(score.draft, in: score.game, on: score.day).score.id
        }
    }

    private func publish(_ workout: DemoPlan.SharedWorkout, _ session: Session) async throws -> FeedItem.ID {
        let published = try await session.publish(workout.draft, as: workout.id, ifMatch: nil)
        if let photo = workout.photo { try await session.setPhoto(try photo.png(), of: workout.id) }
        // What was earned earlier is no longer news, and counted at the end.
        if DemoClock.now > plan.end.addingTimeInterval(-Self.newsTime) {
            try await engine.countAchievements(of: session.viewer)
        }
        return published.workout.id.item
    }

    private func react(to reactions: DemoReactions, _ sessions: [Session]) async throws {
        for kudos in reactions.kudos {
            _ = try await at(kudos.at) {
                try await sessions[kudos.person].giveKudos(to: reactions.item, big: kudos.isBig)
            }
        }
        for planned in reactions.comments {
            try await say(planned, on: reactions.item, of: sessions[reactions.owner], sessions)
        }
    }

    private func say(
        _ planned: DemoPlan.PlannedComment, on item: FeedItem.ID, of owner: Session, _ sessions: [Session]
    ) async throws {
        let comment = try await at(planned.at) {
            try await sessions[planned.person].comment(CommentDraft(text: planned.text), on: item)
        }
        for person in planned.hearts {
            _ = try await at(min(planned.at.addingTimeInterval(60), plan.end)) {
                try await sessions[person].giveHeart(to: comment.id)
            }
        }
        guard let reply = planned.reply else { return }
        _ = try await at(reply.at) {
            try await owner.comment(CommentDraft(text: reply.text, parent: comment.id), on: item)
        }
    }

    /// What the demo user wants to reach each week: a little more than they usually do.
    private static let weeklyGoal = WeeklyGoal(distance: 40_000, minutes: 300)
    /// The seconds before the end since when people see what they earn in feeds.
    private static let newsTime: TimeInterval = 30 * 86_400
    /// The seconds before the end since when the demo user hasn't opened their inbox.
    private static let unreadTime: TimeInterval = 40 * 3_600

    /// Adds the pending requests, mutes and blocks, and marks the demo user's older notifications as read.
    private func finish(_ sessions: [Session]) async throws {
        for request in plan.requests {
            let draft = RequestDraft(
                to: .person(.id(sessions[request.pair.to].viewer)), message: request.message)
            _ = try await at(request.at) { try await sessions[request.pair.from].request(draft) }
        }
        for pair in plan.mutes {
            try await at(plan.end) {
                try await sessions[pair.from].mute(.id(sessions[pair.to].viewer))
            }
        }
        for pair in plan.blocks {
            try await at(plan.end) {
                try await sessions[pair.from].block(.id(sessions[pair.to].viewer))
            }
        }
        _ = try await at(plan.end) { try await engine.followLog() }
        _ = try await at(plan.end) {
            try await sessions[0].readNotifications(upTo: plan.end.addingTimeInterval(-Self.unreadTime))
        }
    }
}

/// The simulated clock of a demo community, set for each task.
enum DemoClock {
    @TaskLocal static var now = Date(timeIntervalSince1970: 0)
}
