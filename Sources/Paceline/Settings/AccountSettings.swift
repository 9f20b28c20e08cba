/// The viewer's settings.
///
/// The server stores all of them, but only those in ``available`` have an effect. Show no others:
///
/// ```swift
/// let settings = try await session.settings()
/// if settings.available.contains(.followApproval) { showSwitch(isOn: settings.followApproval) }
/// _ = try await session.update(SettingsChanges(followApproval: true))
/// ```
public struct AccountSettings: Sendable, Equatable, Codable {
    /// Whether notifications may be sent by email. Stored for apps and servers that send email; Paceline sends only
    /// messages about the security of the account, which this does not turn off.
    public var emailNotifications: Bool
    /// Whether notifications may be pushed to devices. Stored for apps that push; Paceline pushes none yet.
    public var pushNotifications: Bool
    /// The visibility of workouts that do not set their own.
    public var workoutVisibility: ItemVisibility
    /// The visibility of scores that do not set their own. Changing it leaves published scores as they are.
    public var scoreVisibility: ScoreVisibility
    /// Whether ``scoreVisibility`` was set at sign-up or later. False for accounts that are older than this setting,
    /// whose new scores were public: explain the change to the person until they set it.
    public var hasChosenScoreVisibility: Bool
    /// Who may send messages. Stored for apps with messages; Paceline has none yet.
    public var allowMessages: MessagePermission
    /// Which words in the texts of other people are masked.
    public var contentFilter: ContentFilter
    /// Whether other people see totals, XP and the level on the profile, and the XP of workouts.
    public var showWorkoutStats: Bool
    /// Whether other people see the details of workouts: measures, volume, intervals, sets, notes and photo. Otherwise
    /// they see sport, title, times and duration only, and no XP, which depends on the distance; see
    /// ``Workout/hidesDetails``.
    public var showWorkoutDetails: Bool
    /// Whether people may send friend requests.
    public var allowFriendRequests: Bool
    /// Whether a public profile approves its followers. Other profiles always do.
    public var followApproval: Bool
    /// Whether friends' and global leaderboards list the person. Each group has a choice of its own:
    /// ``LeaderboardGroup/isSharing``.
    public var showOnLeaderboards: Bool
    /// What the person wants to reach each week.
    public var weeklyGoal: WeeklyGoal
    /// The settings that have an effect on the server. Changes to others are only stored.
    public var available: [Field]

    public init(
        emailNotifications: Bool = true, pushNotifications: Bool = true,
        workoutVisibility: ItemVisibility = .friends, scoreVisibility: ScoreVisibility = .friends,
        hasChosenScoreVisibility: Bool = true,
        allowMessages: MessagePermission = .friends, contentFilter: ContentFilter = .moderate,
        showWorkoutStats: Bool = true, showWorkoutDetails: Bool = true, allowFriendRequests: Bool = true,
        followApproval: Bool = false, showOnLeaderboards: Bool = true,
        weeklyGoal: WeeklyGoal = WeeklyGoal(), available: [Field] = Field.standard
    ) {
        self.emailNotifications = emailNotifications
        self.pushNotifications = pushNotifications
        self.workoutVisibility = workoutVisibility
        self.scoreVisibility = scoreVisibility
        self.hasChosenScoreVisibility = hasChosenScoreVisibility
        self.allowMessages = allowMessages
        self.contentFilter = contentFilter
        self.showWorkoutStats = showWorkoutStats
        self.showWorkoutDetails = showWorkoutDetails
        self.allowFriendRequests = allowFriendRequests
        self.followApproval = followApproval
        self.showOnLeaderboards = showOnLeaderboards
        self.weeklyGoal = weeklyGoal
        self.available = available
    }

    /// A setting, by its name in requests and responses.
    public enum Field: OpenEnum {
        /// ``AccountSettings/emailNotifications``.
        case emailNotifications
        /// ``AccountSettings/pushNotifications``.
        case pushNotifications
        /// ``AccountSettings/workoutVisibility``.
        case workoutVisibility
        /// ``AccountSettings/scoreVisibility``.
        case scoreVisibility
        /// ``AccountSettings/allowMessages``.
        case allowMessages
        /// ``AccountSettings/contentFilter``.
        case contentFilter
        /// ``AccountSettings/showWorkoutStats``.
        case showWorkoutStats
        /// ``AccountSettings/showWorkoutDetails``.
        case showWorkoutDetails
        /// ``AccountSettings/allowFriendRequests``.
        case allowFriendRequests
        /// ``AccountSettings/followApproval``.
        case followApproval
        /// ``AccountSettings/showOnLeaderboards``.
        case showOnLeaderboards
        /// ``AccountSettings/weeklyGoal``.
        case weeklyGoal
        /// A setting that this version does not know.
        case unknown(String)

        public static let allCases: [Field] = [
            .emailNotifications, .pushNotifications, .workoutVisibility, .scoreVisibility, .allowMessages,
            .contentFilter, .showWorkoutStats, .showWorkoutDetails, .allowFriendRequests, .followApproval,
            .showOnLeaderboards, .weeklyGoal,
        ]

        /// The settings that have an effect on every server.
        public static let standard: [Field] = [
            .workoutVisibility, .scoreVisibility, .contentFilter, .showWorkoutStats, .showWorkoutDetails,
            .allowFriendRequests, .followApproval, .showOnLeaderboards, .weeklyGoal,
        ]

        public var rawValue: String {
            switch self {
            case .emailNotifications: "emailNotifications"
            case .pushNotifications: "pushNotifications"
            case .workoutVisibility: "workoutVisibility"
            case .scoreVisibility: "scoreVisibility"
            case .allowMessages: "allowMessages"
            case .contentFilter: "contentFilter"
            case .showWorkoutStats: "showWorkoutStats"
            case .showWorkoutDetails: "showWorkoutDetails"
            case .allowFriendRequests: "allowFriendRequests"
            case .followApproval: "followApproval"
            case .showOnLeaderboards: "showOnLeaderboards"
            case .weeklyGoal: "weeklyGoal"
            case .unknown(let word): word
            }
        }
    }

    /// Who may send messages.
    public enum MessagePermission: String, Sendable, Codable, CaseIterable {
        /// Everyone.
        case all
        /// Friends.
        case friends
        /// No one.
        case none
    }

    /// Which words in the texts of others are masked with dots for the reader.
    public enum ContentFilter: String, Sendable, Codable, CaseIterable {
        /// All words of the server's list, also mild ones.
        case strict
        /// Strong swear words, explicit words and slurs.
        case moderate
        /// None. Children cannot choose it.
        case off
    }

    /// The initial settings for an age group.
    /// - Parameter scoreVisibility: the community's default. Minors, and people of unknown age, start with at most
    ///   friends.
    public static func defaults(
        for ageGroup: AgeGroup, scoreVisibility: ScoreVisibility = .friends
    ) -> AccountSettings {
        let limited = min(scoreVisibility, .friends)
        return switch ageGroup {
        case .child:
            AccountSettings(
                scoreVisibility: limited, allowMessages: .none, contentFilter: .strict,
                showOnLeaderboards: false)
        case .teenager, .unknown: AccountSettings(scoreVisibility: limited, contentFilter: .strict)
        case .adult: AccountSettings(scoreVisibility: scoreVisibility)
        }
    }

    /// The settings limited to the initial ones of an age group. Applied when a birth date is set after sign-up.
    public func restricted(for ageGroup: AgeGroup) -> AccountSettings {
        guard ageGroup != .adult else { return self }
        let start = AccountSettings.defaults(for: ageGroup)
        var restricted = self
        restricted.workoutVisibility = min(workoutVisibility, start.workoutVisibility)
        restricted.scoreVisibility = min(scoreVisibility, start.scoreVisibility)
        restricted.contentFilter = start.contentFilter
        if allowMessages == .all || start.allowMessages == .none {
            restricted.allowMessages = start.allowMessages
        }
        restricted.showOnLeaderboards = showOnLeaderboards && start.showOnLeaderboards
        return restricted
    }
}

/// Changes to the viewer's settings. Nil keeps a value.
///
/// ```swift
/// var changes = SettingsChanges(showOnLeaderboards: false)
/// changes.weeklyGoal = WeeklyGoal(minutes: 300)
/// _ = try await session.update(changes)
/// ```
public struct SettingsChanges: Sendable, Equatable, Codable {
    /// Whether notifications may be sent by email.
    public var emailNotifications: Bool?
    /// Whether notifications may be pushed to devices.
    public var pushNotifications: Bool?
    /// The visibility of workouts that do not set their own.
    public var workoutVisibility: ItemVisibility?
    /// The visibility of scores that do not set their own.
    public var scoreVisibility: ScoreVisibility?
    /// Who may send messages.
    public var allowMessages: AccountSettings.MessagePermission?
    /// How strictly content is filtered.
    public var contentFilter: AccountSettings.ContentFilter?
    /// Whether the profile shows totals.
    public var showWorkoutStats: Bool?
    /// Whether other people see the details of workouts.
    public var showWorkoutDetails: Bool?
    /// Whether people may send friend requests.
    public var allowFriendRequests: Bool?
    /// Whether a public profile approves its followers.
    public var followApproval: Bool?
    /// Whether friends' and global leaderboards list the person.
    public var showOnLeaderboards: Bool?
    /// Replaces the whole goal.
    public var weeklyGoal: WeeklyGoal?

    public init(
        emailNotifications: Bool? = nil, pushNotifications: Bool? = nil,
        workoutVisibility: ItemVisibility? = nil, scoreVisibility: ScoreVisibility? = nil,
        allowMessages: AccountSettings.MessagePermission? = nil,
        contentFilter: AccountSettings.ContentFilter? = nil,
        showWorkoutStats: Bool? = nil, showWorkoutDetails: Bool? = nil, allowFriendRequests: Bool? = nil,
        followApproval: Bool? = nil, showOnLeaderboards: Bool? = nil, weeklyGoal: WeeklyGoal? = nil
    ) {
        self.emailNotifications = emailNotifications
        self.pushNotifications = pushNotifications
        self.workoutVisibility = workoutVisibility
        self.scoreVisibility = scoreVisibility
        self.allowMessages = allowMessages
        self.contentFilter = contentFilter
        self.showWorkoutStats = showWorkoutStats
        self.showWorkoutDetails = showWorkoutDetails
        self.allowFriendRequests = allowFriendRequests
        self.followApproval = followApproval
        self.showOnLeaderboards = showOnLeaderboards
        self.weeklyGoal = weeklyGoal
    }

    /// The settings with these changes applied.
    /// - Throws: ``SocialError/Code/ageRestricted`` for settings that a child may not change,
    ///   ``SocialError/Code/birthDateRequired`` for settings that are less restrictive than a person of unknown age may
    ///   choose, ``SocialError/Code/invalidValue`` for a goal out of range, each naming the field.
    public func applied(
        to settings: AccountSettings, ageGroup: AgeGroup
    ) throws(SocialError) -> AccountSettings {
        switch ageGroup {
        case .child: try checkForChild()
        case .unknown: try checkForUnknownAge(changing: settings)
        case .teenager, .adult: break
        }
        try weeklyGoal?.check()
        return AccountSettings(
            emailNotifications: emailNotifications ?? settings.emailNotifications,
            pushNotifications: pushNotifications ?? settings.pushNotifications,
            workoutVisibility: workoutVisibility ?? settings.workoutVisibility,
            scoreVisibility: scoreVisibility ?? settings.scoreVisibility,
            hasChosenScoreVisibility: scoreVisibility != nil || settings.hasChosenScoreVisibility,
            allowMessages: allowMessages ?? settings.allowMessages,
            contentFilter: contentFilter ?? settings.contentFilter,
            showWorkoutStats: showWorkoutStats ?? settings.showWorkoutStats,
            showWorkoutDetails: showWorkoutDetails ?? settings.showWorkoutDetails,
            allowFriendRequests: allowFriendRequests ?? settings.allowFriendRequests,
            followApproval: followApproval ?? settings.followApproval,
            showOnLeaderboards: showOnLeaderboards ?? settings.showOnLeaderboards,
            weeklyGoal: weeklyGoal ?? settings.weeklyGoal, available: settings.available)
    }

    private func checkForChild() throws(SocialError) {
        if let workoutVisibility, workoutVisibility > .friends {
            throw .untilThirteen("only friends can see workouts", field: "workoutVisibility")
        }
        if let scoreVisibility, scoreVisibility > .friends {
            throw .untilThirteen("only friends can see scores", field: "scoreVisibility")
        }
        if let allowMessages, allowMessages != .none {
            throw .untilThirteen("messages are off", field: "allowMessages")
        }
        if contentFilter == .off { throw .untilThirteen("the content filter is on", field: "contentFilter") }
        if showOnLeaderboards == true {
            throw .untilThirteen("people are not shown on leaderboards", field: "showOnLeaderboards")
        }
    }

    /// An unchanged value is allowed, since it may be older than the question for birth dates.
    private func checkForUnknownAge(changing settings: AccountSettings) throws(SocialError) {
        let start = AccountSettings.defaults(for: .unknown)
        if let workoutVisibility, workoutVisibility > max(settings.workoutVisibility, start.workoutVisibility)
        {
            throw .birthDateRequired("workoutVisibility")
        }
        if let scoreVisibility, scoreVisibility > max(settings.scoreVisibility, start.scoreVisibility) {
            throw .birthDateRequired("scoreVisibility")
        }
        if allowMessages == .all, settings.allowMessages != .all { throw .birthDateRequired("allowMessages") }
        let filters = AccountSettings.ContentFilter.allCases
        if let contentFilter, filters.prefix(while: { $0 != contentFilter }).contains(settings.contentFilter)
        {
            throw .birthDateRequired("contentFilter")
        }
    }
}

extension SocialError {
    /// The error for a person of unknown age who would show something to more people.
    package static func birthDateRequired(_ field: String) -> SocialError {
        SocialError(.birthDateRequired, "Add your birth date first.", field: field)
    }

    /// The error for a child who would show something to more people than friends.
    package static func friendsOnlyUntilThirteen(_ field: String) -> SocialError {
        untilThirteen("you can show it to friends at most", field: field)
    }

    fileprivate static func untilThirteen(_ rule: String, field: String) -> SocialError {
        SocialError(.ageRestricted, "Until 13, \(rule).", field: field)
    }
}
