/// A copy of a person's data that sends commands: one installation of an app, with a file of its own.
///
/// ```swift
/// let device = SyncDevice.ID(UUID())
/// ```
public enum SyncDevice {
    /// Random, and made anew whenever the server answers ``SocialError/Code/deviceReused``.
    public typealias ID = Identifier<SyncDevice>
}

/// A write that waited on a device: a request to one endpoint of the HTTP API that can be queued.
///
/// ```swift
/// let command = SyncCommand(
///     number: 1, method: "PUT", path: "/v1/items/\(item.id)/kudos", body: JSONText(#"{"big":true}"#))
/// ```
public struct SyncCommand: Sendable, Equatable {
    /// Its place among the commands of its device: 1, 2, 3 and so on, without gaps.
    public var number: Int
    /// The method, such as `PUT`.
    public var method: String
    /// The path with its query, percent-encoded.
    public var path: String
    /// The body; nil for none.
    public var body: JSONText?
    /// Whether to refuse it without running it, since it keeps failing and others wait behind it.
    public var skip: Bool

    /// Creates a command.
    public init(number: Int, method: String, path: String, body: JSONText? = nil, skip: Bool = false) {
        self.number = number
        self.method = method
        self.path = path
        self.body = body
        self.skip = skip
    }

    /// The size that counts against ``SyncRequest/byteLimit``.
    var byteCount: Int { path.utf8.count + (body?.byteCount ?? 0) }
}

extension SyncCommand: Codable {
    private enum CodingKeys: String, CodingKey {
        case number, method, path, body, skip
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(Int.self, forKey: .number)
        method = try container.decode(String.self, forKey: .method)
        path = try container.decode(String.self, forKey: .path)
        body = try container.decodeIfPresent(JSONText.self, forKey: .body)
        skip = try container.decodeIfPresent(Bool.self, forKey: .skip) ?? false
    }
}

/// The answer to one command.
///
/// ```swift
/// if let problem = result.problem { show(problem.message) }
/// ```
public struct CommandResult: Sendable, Equatable, Codable {
    /// The command's number.
    public var number: Int
    /// The HTTP status that the endpoint would have answered with. From 500 on, and with 429, the command did not run,
    /// and neither did those after it: send them again.
    public var status: Int
    /// Why it was refused; nil if it succeeded, and for a command whose answer was acknowledged before.
    public var problem: SocialError?
    /// What the endpoint answered; nil for nothing, and for a command whose answer was acknowledged before.
    public var body: JSONText?

    public init(number: Int, status: Int, problem: SocialError? = nil, body: JSONText? = nil) {
        self.number = number
        self.status = status
        self.problem = problem
        self.body = body
    }

    /// Whether the command has run or was refused for good. If not, it is to be sent again.
    public var isFinal: Bool { Self.isFinal(status) }

    /// Whether a status is that of a command that has run or was refused for good.
    package static func isFinal(_ status: Int) -> Bool { status < 500 && status != 429 }
}
