/// A device's queued commands, with the token from which it needs changes.
///
/// ```swift
/// let request = SyncRequest(device: device, acknowledged: 41, commands: [command], since: token)
/// let answer = try await session.sync(request)
/// ```
public struct SyncRequest: Sendable, Equatable {
    /// The device, whose ``SyncCommand/number``s continue from one request to the next.
    public var device: SyncDevice.ID
    /// The number up to which the device has stored all answers; 0 for none. The server then drops them.
    public var acknowledged: Int
    /// Up to ``commandLimit`` commands with consecutive numbers, of at most ``byteLimit`` bytes together. A single
    /// command can be larger.
    public var commands: [SyncCommand]
    /// The token of the last page of changes; nil to start.
    public var since: ChangeToken?
    /// The most changes to return, 1 to 100.
    public var limit: Int

    public init(
        device: SyncDevice.ID, acknowledged: Int = 0, commands: [SyncCommand] = [],
        since: ChangeToken? = nil, limit: Int = ChangePage.defaultLimit
    ) {
        self.device = device
        self.acknowledged = acknowledged
        self.commands = commands
        self.since = since
        self.limit = limit
    }

    /// The most commands in a request.
    public static let commandLimit = 100
    /// The most bytes in the paths and bodies of several commands together: 256 KB.
    public static let byteLimit = 256 * 1_024

    /// - Throws: ``SocialError/Code/invalidValue`` for too many commands or a wrong number,
    ///   ``SocialError/Code/tooLarge``, or ``SocialError/Code/deviceReused`` for a gap between two commands.
    package func check() throws(SocialError) {
        guard commands.count <= Self.commandLimit else {
            throw SocialError(
                .invalidValue, "Send at most \(Self.commandLimit) commands at once.", field: "commands")
        }
        guard acknowledged >= 0 else {
            throw SocialError(.invalidValue, "acknowledged must be 0 or more.", field: "acknowledged")
        }
        guard commands.count < 2 || commands.reduce(0, { $0 + $1.byteCount }) <= Self.byteLimit else {
            throw SocialError(
                .tooLarge, "Several commands can have at most \(Self.byteLimit / 1_024) KB together.",
                field: "commands")
        }
        guard let first = commands.first else { return }
        guard first.number > 0 else {
            throw SocialError(.invalidValue, "Commands are numbered from 1.", field: "commands[0].number")
        }
        // Subtracts, since an addition could overflow.
        for (command, next) in zip(commands, commands.dropFirst())
        where next.number <= command.number || next.number - 1 != command.number {
            throw .deviceReused
        }
    }
}

extension SyncRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case device, acknowledged, commands, since, limit
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        device = try container.decode(SyncDevice.ID.self, forKey: .device)
        acknowledged = try container.decodeIfPresent(Int.self, forKey: .acknowledged) ?? 0
        commands = try container.decodeIfPresent([SyncCommand].self, forKey: .commands) ?? []
        since = try container.decodeIfPresent(ChangeToken.self, forKey: .since)
        limit = try container.decodeIfPresent(Int.self, forKey: .limit) ?? ChangePage.defaultLimit
    }
}

/// The response to a ``SyncRequest``.
///
/// ```swift
/// for result in answer.results where result.isFinal { store(result) }
/// apply(answer.changes, upTo: answer.next)
/// ```
public struct SyncAnswer: Sendable, Equatable, Codable {
    /// The results of the commands, in order. Fewer than were sent if one of them could not run now.
    public var results: [CommandResult]
    /// The changes since the token: see ``ChangePage/changes``.
    public var changes: [Change]
    /// The token of the next request. Store it together with the changes.
    public var next: ChangeToken
    /// Whether more changes are already available.
    public var hasMore: Bool
    /// Whether the changes up to ``next``, and those that are still available, include the effects of all commands of
    /// this person so far. Until then, a device itself adds the effects of its answered commands to what it shows.
    public var isSettled: Bool
    /// The number of unread notifications; 100 means 100 or more.
    public var unreadCount: Int

    public init(
        results: [CommandResult], changes: [Change], next: ChangeToken, hasMore: Bool, isSettled: Bool,
        unreadCount: Int
    ) {
        self.results = results
        self.changes = changes
        self.next = next
        self.hasMore = hasMore
        self.isSettled = isSettled
        self.unreadCount = unreadCount
    }
}

extension SocialError {
    package static let deviceReused = SocialError(
        .deviceReused,
        "The commands of this device do not continue those it sent before. Choose a new device id.",
        field: "device")
}
