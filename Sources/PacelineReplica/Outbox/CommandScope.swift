import Paceline
import PacelineAPI

/// What a command acts upon, creates and requires, and what it does to the view: all that the device must know of a request.
struct CommandScope: Sendable, Equatable {
    let kind: CommandKind
    let effect: Effect
    /// What it acts upon; several workouts for a batch.
    let targets: [CommandTarget]
    /// Those of ``targets`` that do not exist before.
    let creates: [CommandTarget]
    /// What must exist before.
    let requires: [CommandTarget]

    /// - Throws: ``SocialError/Code/invalidValue`` if such a request cannot be queued.
    init(_ request: QueuedRequest) throws(SocialError) {
        var parameters: [String: String] = [:]
        guard let kind = CommandKind(request, parameters: &parameters) else { throw .needsServer }
        try self.init(kind, parameters, request.body)
    }

    private init(
        _ kind: CommandKind, _ parameters: [String: String], _ body: JSONValue?
    ) throws(SocialError) {
        let reader = FieldReader(parameters: parameters, body: body)
        effect = try Effect(kind, reader)
        self.kind = kind
        (targets, creates, requires) = try Self.parts(of: kind, effect, reader)
    }

    private static func parts(
        of kind: CommandKind, _ effect: Effect, _ reader: FieldReader
    ) throws(SocialError) -> (targets: [CommandTarget], creates: [CommandTarget], requires: [CommandTarget]) {
        let id = reader.parameters["id"] ?? ""
        switch kind {
        case .giveKudos, .withdrawKudos: return ([CommandTarget(.kudos, id)], [], [CommandTarget(.item, id)])
        case .giveHeart, .withdrawHeart:
            return ([CommandTarget(.heart, id)], [], [CommandTarget(.comment, id)])
        case .editComment, .deleteComment: return ([CommandTarget(.comment, id)], [], [])
        case .editWorkout, .deleteWorkout, .removePhoto: return ([CommandTarget(.item, id)], [], [])
        case .publishWorkout: return ([CommandTarget(.item, id)], [CommandTarget(.item, id)], [])
        case .addComment:
            guard case .addComment(let comment) = effect else { throw .needsServer }
            let own = CommandTarget(.comment, comment.id.description)
            let parent = comment.parent.map { [CommandTarget(.comment, $0.description)] } ?? []
            return ([own], [own], [CommandTarget(.item, id)] + parent)
        case .publishBatch:
            guard case .publishWorkouts(let ids) = effect else { throw .needsServer }
            let items = ids.map { CommandTarget(.item, $0.description) }
            return (items, items, [])
        case .publishDailyScores:
            guard case .publishScores(let day, let scores) = effect else { throw .needsServer }
            return (scores.map { CommandTarget(.score, "\($0.game)/\(day)") }, [], [])
        case .importScores: return ([CommandTarget(.shareText)], [], [])
        case .publishScore, .deleteScore:
            let (game, day) = (reader.parameters["game"] ?? "", reader.parameters["day"] ?? "")
            return ([CommandTarget(.score, "\(game)/\(day)")], [], [])
        case .follow, .unfollow, .unfriend, .removeFollower, .block, .unblock, .mute, .unmute:
            return ([CommandTarget(.person, reader.parameters["person"] ?? "")], [], [])
        case .sendRequest:
            let request = try reader.text("id").map { [CommandTarget(.request, $0)] } ?? []
            return ([CommandTarget(.person, try reader.text("to") ?? "")] + request, request, [])
        case .acceptRequest, .rejectRequest, .cancelRequest: return ([CommandTarget(.request, id)], [], [])
        case .updateMe, .removeAvatar, .removeHeader: return ([CommandTarget(.account)], [], [])
        case .updateSettings: return ([CommandTarget(.settings)], [], [])
        case .updateNotificationSettings: return ([CommandTarget(.notificationSettings)], [], [])
        case .setActiveGroup: return ([CommandTarget(.activeGroup)], [], [])
        case .removeGroupMember: return ([CommandTarget(.group, id)], [], [])
        case .readNotifications: return ([CommandTarget(.inbox)], [], [])
        }
    }
}

/// Reads the parameters and the body of a request.
struct FieldReader {
    let parameters: [String: String]
    let body: JSONValue?

    /// A text of the body.
    /// - Throws: ``SocialError/Code/invalidValue`` if the field is not text.
    func text(_ name: String) throws(SocialError) -> String? {
        guard let value = body?[name], value != .null else { return nil }
        guard let text = value.text else { throw .needsServer }
        return text
    }

    func id<Subject>(_ subject: Subject.Type) throws(SocialError) -> Identifier<Subject> {
        guard let id = parameters["id"].flatMap(Identifier<Subject>.init) else { throw .needsServer }
        return id
    }

    /// The person in the path, by id.
    func person() throws(SocialError) -> Person.ID {
        guard let id = parameters["person"].flatMap(Person.ID.init) else { throw .needsServer }
        return id
    }

    func decoded<Value: Decodable>(_ type: Value.Type) throws(SocialError) -> Value {
        do {
            return try PacelineJSON.decode(type, from: try (body ?? [:]).text())
        } catch let error as SocialError {
            throw error
        } catch {
            throw .needsServer
        }
    }
}

extension SocialError {
    /// The error of a request that needs the server.
    static let needsServer = SocialError(.invalidValue, "This needs a connection to the server.")
}
