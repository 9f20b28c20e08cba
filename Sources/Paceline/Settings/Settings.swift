/// What a person has chosen about themselves (S1).
public struct Settings: Sendable, Equatable, Codable {
    public var emailNotifications: Bool
    public var pushNotifications: Bool
    /// The visibility of a workout that does not state its own.
    public var workoutVisibility: Visibility
    public var allowMessages: MessagePermission
    public var contentFilter: ContentFilter
    public var showWorkoutStats: Bool
    public var allowFriendRequests: Bool
    public var showOnLeaderboards: Bool

    public init(
        emailNotifications: Bool = true, pushNotifications: Bool = true,
        workoutVisibility: Visibility = .friends,
        allowMessages: MessagePermission = .friends, contentFilter: ContentFilter = .moderate,
        showWorkoutStats: Bool = true, allowFriendRequests: Bool = true, showOnLeaderboards: Bool = true
    ) {
        self.emailNotifications = emailNotifications
        self.pushNotifications = pushNotifications
        self.workoutVisibility = workoutVisibility
        self.allowMessages = allowMessages
        self.contentFilter = contentFilter
        self.showWorkoutStats = showWorkoutStats
        self.allowFriendRequests = allowFriendRequests
        self.showOnLeaderboards = showOnLeaderboards
    }

    public enum MessagePermission: String, Sendable, Codable, CaseIterable {
        case all, friends, none
    }

    public enum ContentFilter: String, Sendable, Codable, CaseIterable {
        case strict, moderate, off
    }

    /// The settings that somebody of the age starts with.
    public static func defaults(for age: Age) -> Settings {
        switch age {
        case .child: Settings(allowMessages: .none, contentFilter: .strict, showOnLeaderboards: false)
        case .teenager: Settings(contentFilter: .strict)
        case .adult: Settings()
        }
    }
}

/// Changes to one's settings: nil leaves a value as it is.
public struct SettingsChanges: Sendable, Equatable, Codable {
    public var emailNotifications: Bool?
    public var pushNotifications: Bool?
    public var workoutVisibility: Visibility?
    public var allowMessages: Settings.MessagePermission?
    public var contentFilter: Settings.ContentFilter?
    public var showWorkoutStats: Bool?
    public var allowFriendRequests: Bool?
    public var showOnLeaderboards: Bool?

    public init(
        emailNotifications: Bool? = nil, pushNotifications: Bool? = nil, workoutVisibility: Visibility? = nil,
        allowMessages: Settings.MessagePermission? = nil, contentFilter: Settings.ContentFilter? = nil,
        showWorkoutStats: Bool? = nil, allowFriendRequests: Bool? = nil, showOnLeaderboards: Bool? = nil
    ) {
        self.emailNotifications = emailNotifications
        self.pushNotifications = pushNotifications
        self.workoutVisibility = workoutVisibility
        self.allowMessages = allowMessages
        self.contentFilter = contentFilter
        self.showWorkoutStats = showWorkoutStats
        self.allowFriendRequests = allowFriendRequests
        self.showOnLeaderboards = showOnLeaderboards
    }

    /// The settings with these changes made.
    /// - Throws: ``SocialError/Code/ageRestricted`` for what a child may not open.
    public func applied(to settings: Settings, age: Age?) throws(SocialError) -> Settings {
        if age == .child,
            [.followers, .public].contains(workoutVisibility) || (allowMessages ?? .none) != .none
        {
            throw SocialError(.ageRestricted, "Until 13, workouts stay among friends and messages are off.")
        }
        return Settings(
            emailNotifications: emailNotifications ?? settings.emailNotifications,
            pushNotifications: pushNotifications ?? settings.pushNotifications,
            workoutVisibility: workoutVisibility ?? settings.workoutVisibility,
            allowMessages: allowMessages ?? settings.allowMessages,
            contentFilter: contentFilter ?? settings.contentFilter,
            showWorkoutStats: showWorkoutStats ?? settings.showWorkoutStats,
            allowFriendRequests: allowFriendRequests ?? settings.allowFriendRequests,
            showOnLeaderboards: showOnLeaderboards ?? settings.showOnLeaderboards)
    }
}
