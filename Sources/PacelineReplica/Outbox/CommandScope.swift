import Paceline
import PacelineAPI

/// All that the device must know of a request: its effect on the view, and the things that it acts upon, creates and
/// requires, which decide the order of sending.
struct CommandScope: Sendable, Equatable {
    let kind: CommandKind
    let effect: Effect
    /// The things that the command acts upon: one, or several for a batch.
    private(set) var targets: [CommandTarget] = []
    /// The ``targets`` that do not exist until the command has run.
    private(set) var creates: [CommandTarget] = []
    /// The things that must exist before the command runs.
    private(set) var requires: [CommandTarget] = []

    /// - Throws: ``SocialError/Code/invalidValue`` if such a request cannot be queued.
    init(_ request: QueuedRequest) throws(SocialError) {
        guard let (kind, parameters) = CommandKind.match(request) else { throw .needsServer }
        let reader = FieldReader(parameters: parameters, body: request.body)
        self.kind = kind
        effect = try Effect(kind, reader)
        switch effect {
        case .kudos(let item, _, _):
            targets = [CommandTarget(.kudos, item)]
            requires = [CommandTarget(.item, item)]
        case .heart(let comment, _):
            targets = [CommandTarget(.heart, comment)]
            requires = [CommandTarget(.comment, comment)]
        case .addComment(let comment):
            targets = [CommandTarget(.comment, comment.id)]
            creates = targets
            requires = [CommandTarget(.item, comment.item)]
            if let parent = comment.parent { requires.append(CommandTarget(.comment, parent)) }
        case .editComment(let comment, _), .deleteComment(let comment):
            targets = [CommandTarget(.comment, comment)]
        case .publishWorkout(let workout, _):
            targets = [CommandTarget(.item, workout)]
            creates = targets
        case .publishWorkouts(let workouts):
            targets = workouts.map { CommandTarget(.item, $0) }
            creates = targets
        case .editWorkout(let workout, _), .removePhoto(let workout):
            targets = [CommandTarget(.item, workout)]
        case .deleteItem(let item): targets = [CommandTarget(.item, item)]
        case .publishScore(let game, let day, _), .deleteScore(let game, let day):
            targets = [CommandTarget(score: game, on: day)]
        case .publishScores(let day, let scores):
            targets = scores.map { CommandTarget(score: $0.game, on: day) }
        case .graph(let person, _):
            targets = [CommandTarget(.person, person)]
            if kind == .sendRequest, let id = try reader.text("id").flatMap(ConnectionRequest.ID.init) {
                creates = [CommandTarget(.request, id)]
                targets += creates
            }
        case .resolveRequest(let request): targets = [CommandTarget(.request, request)]
        case .leaveGroup(let group): targets = [CommandTarget(.group, group)]
        case .account, .removePicture: targets = [CommandTarget(.account)]
        case .settings: targets = [CommandTarget(.settings)]
        case .activeGroup: targets = [CommandTarget(.activeGroup)]
        case .readNotifications: targets = [CommandTarget(.inbox)]
        case .none: targets = [CommandTarget(kind == .importScores ? .shareText : .notificationSettings)]
        }
    }
}

/// Reads the parameters and the body of a request.
struct FieldReader {
    let parameters: [String: String]
    let body: JSONValue?

    /// The text in a field of the body; nil if the field is absent or null.
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
