import Foundation
import Paceline
import PacelineEngine
import Synchronization

/// Creates the history of the preview through the services, so that every rule and counter holds.
///
/// It is written out by hand and short, since apps link it and wait for it before each preview.
struct PreviewStory {
    let engine: Engine
    let clock: PreviewClock
    let now: Date
    private var sessions: [PreviewMember: Session] = [:]

    init(engine: Engine, clock: PreviewClock, now: Date) {
        self.engine = engine
        self.clock = clock
        self.now = now
    }

    mutating func create() async throws {
        try await join()
        try await connect()
        let group = try await makeGroup()
        try await playPuzzles()
        try await train()
        try await end(inviting: group)
        // Notifications are created on the first read. Reading here makes their identifiers repeatable.
        _ = try await session(.maya).notifications(PageRequest(limit: 1))
        clock.set(to: now)
    }

    func session(_ member: PreviewMember) throws -> Session {
        guard let session = sessions[member] else {
            throw SocialError(.personNotFound, "@\(member) has not joined.")
        }
        return session
    }

    /// Acts as a member at an instant in the past.
    /// - Parameter hours: how long before ``now``.
    @discardableResult
    func act<Value>(
        as member: PreviewMember, hoursAgo hours: Double, _ body: (Session) async throws -> Value
    ) async throws -> Value {
        clock.set(to: now.addingTimeInterval(-hours * 3_600))
        return try await body(session(member))
    }

    func reference(to member: PreviewMember) throws -> PersonReference {
        .id(try session(member).viewer)
    }
}

extension PreviewStory {
    private mutating func join() async throws {
        for (index, member) in PreviewMember.allCases.enumerated() {
            clock.set(to: now.addingTimeInterval(-Double(90 - index) * 86_400))
            let signedIn = try await engine.signUp(
                SignUp(
                    username: member.rawValue, password: LocalCommunity.Preview.password,
                    displayName: member.displayName, birthDate: member.birthDate))
            let session = engine.session(for: signedIn.person.id)
            _ = try await session.update(AccountChanges(bio: member.bio), ifMatch: nil)
            sessions[member] = session
        }
    }

    private func connect() async throws {
        var hours = 60.0 * 24
        for (index, member) in PreviewMember.crew.enumerated() {
            for other in PreviewMember.crew.dropFirst(index + 1) {
                let request = try await act(as: other, hoursAgo: hours) {
                    try await $0.request(RequestDraft(to: .person(reference(to: member))))
                }
                try await act(as: member, hoursAgo: hours - 2) { try await $0.accept(request.id) }
                hours -= 12
            }
        }
        try await act(as: .maya, hoursAgo: 40 * 24) {
            try await $0.follow(reference(to: .ines), notifications: true)
        }
    }

    private func makeGroup() async throws -> LeaderboardGroup.ID {
        let group = try await act(as: .ben, hoursAgo: 35 * 24) {
            let group = try await $0.createGroup(title: "Breakfast Crew").id
            for member in PreviewMember.crew.dropFirst(2) + [.maya] {
                try await $0.invite(reference(to: member), to: group)
            }
            return group
        }
        for member in PreviewMember.crew where member != .ben {
            try await act(as: member, hoursAgo: 34 * 24) {
                _ = try await $0.acceptInvitation(to: group)
                try await $0.setActiveGroup(group)
            }
        }
        return group
    }

    /// Marks older notifications as read, and leaves new ones and requests to answer.
    private func end(inviting group: LeaderboardGroup.ID) async throws {
        try await act(as: .maya, hoursAgo: 20) { maya in
            _ = try await maya.readNotifications(upTo: now.addingTimeInterval(-20 * 3_600))
        }
        try await act(as: .leo, hoursAgo: 9) {
            try await $0.follow(reference(to: .maya), notifications: nil)
        }
        try await act(as: .sam, hoursAgo: 6) {
            try await $0.request(
                RequestDraft(to: .person(reference(to: .maya)), message: "We met at the regatta."))
        }
        try await act(as: .chiara, hoursAgo: 3) {
            let scullers = try await $0.createGroup(title: "Sunday Scullers").id
            try await $0.invite(reference(to: .maya), to: scullers)
        }
    }
}

/// The clock of a preview. Every reading is later than the one before, so that lists sorted by time have one order.
final class PreviewClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 0))

    func set(to instant: Date) {
        time.withLock { $0 = instant }
    }

    /// Returns the time and advances it by a millisecond.
    func read() -> Date {
        time.withLock { time in
            defer { time.addTimeInterval(0.001) }
            return time
        }
    }
}
