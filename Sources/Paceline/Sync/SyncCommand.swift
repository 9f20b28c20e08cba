/// An installation of an app that keeps a copy of a person's data in a file, and sends commands.
///
/// ```swift
/// let device = SyncDevice.ID(UUID())
/// ```
public enum SyncDevice {
    /// A random id. Choose a new one when the server returns ``SocialError/Code/deviceReused``.
    public typealias ID = Identifier<SyncDevice>
}

/// A queued write: a request to an endpoint of the HTTP API.
///
/// ```swift
/// let command = SyncCommand(
///     number: 1, method: "PUT", path: "/v1/items/\(item.id)/kudos", body: JSONText(#"{"big":true}"#))
/// ```
public struct SyncCommand: Sendable, Equatable {
    /// Its place among the commands of its device: 1, 2, 3 and so on, without gaps.
    public var number: Int
    /// The HTTP method, such as `PUT`.
    public var method: String
    /// The path with its query, percent-encoded.
    public var path: String
    /// The body; nil for none.
    public var body: JSONText?
    /// Whether the server is to refuse it without running it, since it keeps failing and later commands wait for it.
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
    /// The HTTP status that the endpoint would have returned. With 429, or 500 and above, neither the command nor any
    /// later one ran: send them again.
    public var status: Int
    /// Why it was refused; nil if it succeeded, or if the device has acknowledged the answer.
    public var problem: SocialError?
    /// The body that the endpoint would have returned; nil for none, or if the device has acknowledged the answer.
    public var body: JSONText?

    public init(number: Int, status: Int, problem: SocialError? = nil, body: JSONText? = nil) {
        self.number = number
        self.status = status
        self.problem = problem
        self.body = body
    }

    /// Whether the command has run or was refused for good. If not, send it again.
    public var isFinal: Bool { Self.isFinal(status) }

    /// Whether a command with the status has run or was refused for good.
    package static func isFinal(_ status: Int) -> Bool { status < 500 && status != 429 }
}
