/// Which kinds of notifications somebody wants. Every kind is on until it is turned off.
public struct NotificationSettings: Sendable, Equatable, Codable {
    /// Whether each kind is on. As a change, it need not have all kinds: the others stay as they are.
    public var kinds: [NotificationKind: Bool]

    public init(_ kinds: [NotificationKind: Bool]) {
        self.kinds = kinds
    }

    /// Every kind on, but for these.
    public init(without off: Set<NotificationKind>) {
        kinds = Dictionary(uniqueKeysWithValues: NotificationKind.allCases.map { ($0, !off.contains($0)) })
    }

    /// Whether the kind is on, as one is that nothing is said of.
    public func wants(_ kind: NotificationKind) -> Bool { kinds[kind] ?? true }
}
