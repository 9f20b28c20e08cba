import ArgumentParser
import Paceline
import PacelineClient
import PacelineEngine

/// Where moderators decide: on the server that they are signed in to; or the operator's data folder.
struct ModerationOptions: ParsableArguments {
    @Option(help: ArgumentHelp.server)
    var server: String?

    @Option(
        help: ArgumentHelp(
            "As the operator: the data folder of a community on this machine. \(SharedTexts.serverMayRun)",
            valueName: "dir"))
    var data: String?

    mutating func validate() throws {
        if data != nil, server != nil { throw ValidationError(SharedTexts.serverOrData) }
    }

    func moderation() async throws -> any ModerationService {
        if let data {
            let engine = try await DataFolder(data).existingEngine(logsSecurity: true, ledgerKey: .required)
            return OperatorModeration(engine: engine)
        }
        return try member()
    }

    private func member() throws -> RemoteSession {
        let (saved, token) = try ContextOptions.signIn(on: server)
        return try ServerAddress(saved.server).remote().session(token: token)
    }

    /// Excludes a workout that is not listed, with its present version.
    func exclude(_ id: Workout.ID, _ decision: WorkoutDecisionDraft) async throws -> WorkoutAnomaly {
        if let data {
            return try await DataFolder(data).existingEngine(logsSecurity: true, ledgerKey: .required)
                .decide(id, decision)
        }
        let member = try member()
        return try await member.decide(id, decision, ifMatch: member.workout(id).version)
    }
}

/// What the operator decides, who is no member.
private struct OperatorModeration: ModerationService {
    let engine: Engine

    /// The cursor is the id of the last workout.
    func anomalies(in state: AnomalyState, _ page: PageRequest) async throws -> Page<WorkoutAnomaly> {
        let last = page.cursor.flatMap { Workout.ID($0.description) }
        guard (page.cursor == nil) == (last == nil) else {
            throw SocialError(.invalidCursor, "Use the “next” value of the list.", field: "cursor")
        }
        let found = try await engine.anomalies(in: state, after: last, limit: page.limit + 1)
        let items = Array(found.prefix(page.limit))
        let next = found.count > page.limit ? items.last.map { Cursor($0.id.description) } : nil
        return Page(items: items, next: next)
    }

    func decide(
        _ workout: Workout.ID, _ decision: WorkoutDecisionDraft, ifMatch version: Version
    ) async throws -> WorkoutAnomaly {
        try await engine.decide(workout, decision, ifMatch: version)
    }
}
