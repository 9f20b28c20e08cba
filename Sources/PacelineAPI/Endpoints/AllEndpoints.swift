/// The whole API at a glance. Each feature defines its endpoints in its own folder, as members of ``API``.
public enum AllEndpoints {
    public static let all =
        signingIn + security + people + settings + graph + workouts + experience + feed + reactions + games
        + leaderboards + groups
        + notifications + sync + live + moderation + administration + operation

    public static let signingIn: [any AnyEndpoint] = [
        API.signUp, API.createNonce, API.signIn, API.sessions, API.revokeSession, API.signOut,
        API.signOutEverywhere, API.reauthenticate,
        API.identities, API.linkIdentity, API.unlinkIdentity, API.changePassword,
    ]

    public static let security: [any AnyEndpoint] = [
        API.recover, API.restore, API.sendRecoveryLink, API.confirmEmail, API.sendEmailConfirmation,
        API.recoveryCodes, API.createRecoveryCodes,
        API.createPasskeyChallenge, API.passkeys, API.preparePasskey, API.addPasskey, API.removePasskey,
        API.accessTokens, API.createAccessToken, API.revokeAccessToken, API.securityEvents,
    ]

    public static let people: [any AnyEndpoint] = [
        API.me, API.updateMe, API.setUsername, API.usernameAvailability,
        API.setAvatar, API.removeAvatar, API.setHeader, API.removeHeader, API.avatar, API.header, API.storage,
        API.searchPeople, API.suggestedPeople, API.person, API.personCode,
        API.friendCode, API.resetFriendCode, API.claimFriendCard, API.friendCodeQRCode,
    ]

    public static let settings: [any AnyEndpoint] = [API.settings, API.updateSettings]

    public static let graph: [any AnyEndpoint] = [
        API.friends, API.followers, API.following,
        API.sendRequest, API.requests, API.acceptRequest, API.rejectRequest, API.cancelRequest,
        API.unfriend, API.removeFollower, API.follow, API.unfollow,
        API.blocks, API.block, API.unblock, API.mutes, API.mute, API.unmute,
    ]

    public static let workouts: [any AnyEndpoint] = [
        API.publishWorkout, API.editWorkout, API.publishBatch, API.workout, API.deleteWorkout, API.workouts,
        API.setPhoto, API.photo, API.removePhoto, API.requestReview,
    ]

    public static let experience: [any AnyEndpoint] = [
        API.experiencePolicy, API.experience, API.ledger, API.achievements, API.earnedAchievements,
        API.rewards, API.redeem, API.redemptions, API.refund, API.showRewardCode,
    ]

    public static let feed: [any AnyEndpoint] = [API.feed, API.item]

    public static let reactions: [any AnyEndpoint] = [
        API.giveKudos, API.withdrawKudos, API.kudos,
        API.comments, API.addComment, API.editComment, API.deleteComment, API.giveHeart, API.withdrawHeart,
        API.hearts,
    ]

    public static let leaderboards: [any AnyEndpoint] = [
        API.publishScore, API.publishDailyScores, API.deleteScore, API.scores, API.importScores, API.streaks,
        API.leaderboard,
        API.globalSeasons,
    ]

    public static let groups: [any AnyEndpoint] = [
        API.createGroup, API.groups, API.group, API.updateGroup, API.deleteGroup, API.setActiveGroup,
        API.setGroupSharing,
        API.groupMembers, API.removeGroupMember, API.setGroupRole, API.transferGroup,
        API.joinCode, API.revokeJoinCode, API.groupPreview, API.joinGroup,
        API.invitePerson, API.removeGroupInvitation, API.groupInvitees, API.groupInvitations,
        API.acceptGroupInvitation, API.seasons, API.season, API.createTournament, API.cancelTournament,
    ]

    public static let games: [any AnyEndpoint] = [API.games, API.readScores]

    public static let notifications: [any AnyEndpoint] = [
        API.notifications, API.readNotifications, API.notificationSettings, API.updateNotificationSettings,
    ]

    public static let sync: [any AnyEndpoint] = [API.changes, API.sync]

    public static let live: [any AnyEndpoint] = [API.stream]

    public static let moderation: [any AnyEndpoint] = [API.anomalies, API.decideWorkout]

    public static let administration: [any AnyEndpoint] = [
        API.staff, API.setRole, API.memberRedemptions, API.fulfilRedemption, API.refundRedemption,
        API.createGlobalTournament, API.cancelGlobalTournament,
    ]

    public static let operation: [any AnyEndpoint] = [API.health, API.ready, API.metrics, API.openAPI]
}

/// The namespace of all endpoints, such as `API.follow` and `API.publishWorkout`.
public enum API {}
