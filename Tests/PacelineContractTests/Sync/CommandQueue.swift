import Foundation
import Paceline
import PacelineAPI

/// The commands of one device of a member.
struct CommandQueue: Sendable {
    let services: any SocialServices
    var device = SyncDevice.ID.random()
    /// The commands that were not acknowledged.
    var commands: [SyncCommand] = []
    var token: ChangeToken?
    private(set) var acknowledged = 0
    private var last = 0

    init(of member: Member) {
        services = member.services
    }

    @discardableResult
    mutating func add<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>, _ path: Path, _ query: Query, _ body: Body
    ) throws -> SyncCommand {
        try add { try SyncCommand(number: $0, endpoint, path, query, body) }
    }

    /// Adds a command of any kind.
    @discardableResult
    mutating func add(_ make: (Int) throws -> SyncCommand) rethrows -> SyncCommand {
        last += 1
        let command = try make(last)
        commands.append(command)
        return command
    }

    @discardableResult
    mutating func add<Path, Output>(
        _ endpoint: Endpoint<Path, NoParameters, EmptyBody, Output>, _ path: Path
    ) throws -> SyncCommand {
        try add(endpoint, path, NoParameters(), EmptyBody())
    }

    @discardableResult
    mutating func add<Path, Body, Output>(
        _ endpoint: Endpoint<Path, NoParameters, Body, Output>, _ path: Path, body: Body
    ) throws -> SyncCommand {
        try add(endpoint, path, NoParameters(), body)
    }

    /// Continues after a number, as if all up to it had been sent.
    mutating func skip(to number: Int) {
        (commands, last) = ([], number)
    }

    mutating func addKudos(_ workout: Workout) throws {
        try add(API.giveKudos, ItemPath(workout.id.item), body: KudosDraft())
    }

    mutating func addComment(_ text: String, on workout: Workout, id: Comment.ID? = nil) throws {
        try add(API.addComment, ItemPath(workout.id.item), body: CommentDraft(text: text, id: id))
    }

    mutating func addWorkout(_ title: String, as id: Workout.ID = .random()) throws {
        try add(
            API.publishWorkout, WorkoutPath(id),
            body: .sample(
                title, startedAt: TestClock.start.addingTimeInterval(-86_400), duration: 600,
                visibility: .public))
    }

    /// What the device sends now.
    var request: SyncRequest {
        SyncRequest(device: device, acknowledged: acknowledged, commands: commands, since: token)
    }

    /// Sends the commands, and acknowledges nothing: as if the answer were lost.
    @discardableResult
    func send() async throws -> SyncAnswer { try await services.sync(request) }

    /// Sends the commands, and drops those that are answered.
    @discardableResult
    mutating func sync() async throws -> SyncAnswer {
        let answer = try await send()
        token = answer.next
        let final = answer.results.filter(\.isFinal)
        commands.removeFirst(final.count)
        acknowledged = final.last?.number ?? acknowledged
        return answer
    }
}

extension SyncAnswer {
    /// The statuses of the results, and the codes of their problems.
    var outcomes: [String] {
        results.map { result in
            "\(result.number) \(result.status)" + (result.problem.map { " \($0.code.rawValue)" } ?? "")
        }
    }
}

extension Comment.ID {
    static func client() -> Comment.ID { Comment.ID(UUID()) }
}
