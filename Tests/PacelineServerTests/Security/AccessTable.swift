import Paceline
import PacelineAPI

/// Who may call each endpoint. The code and the behaviour of the server are both compared with it.
struct AccessRule: Equatable, CustomStringConvertible {
    let endpoint: String
    /// `anyone`, `account` or `member`.
    let access: String
    /// The role that its caller needs; `-` for none.
    let role: String
    /// The scope that an access token needs; `-` if no token is accepted.
    let scope: String
    /// `confirm` if its caller must have presented a credential in the last ten minutes, at least for some of what it
    /// does.
    let confirmation: String
    /// The age groups to which it refuses what opens an account further, joined by `+`: `child`, `teenager` and
    /// `unknown`, or `minimum` for those below a minimum age of the community or a reward, or of unknown age there.
    let ages: Set<String>
    /// The code of its error if a child names a stranger, or a stranger a child; nil if it does not ask for an age.
    let childCode: String?

    var description: String {
        "\(endpoint) \(access) \(role) \(scope) \(confirmation) \(ages.sorted()) \(childCode ?? "-")"
    }

    var isForStaff: Bool { role != "-" }

    var mustConfirm: Bool { confirmation != "-" }

    /// Whether the endpoint's declared errors are those of the age groups that it refuses something to.
    func declaresAges(of endpoint: any AnyEndpoint) -> Bool {
        let declared = [SocialError.Code.ageRestricted, .birthDateRequired].map(endpoint.errors.contains)
        if ages.contains("minimum") { return declared.contains(true) }
        return declared == [!ages.isDisjoint(with: ["child", "teenager"]), ages.contains("unknown")]
    }

    /// The rule that the code declares, with what another one says of ages.
    init(of endpoint: any AnyEndpoint, withAgesOf rule: AccessRule?) {
        self.endpoint = endpoint.id
        ages = rule?.ages ?? []
        childCode = rule?.childCode
        access = "\(endpoint.access)"
        role = endpoint.role?.rawValue ?? "-"
        scope = endpoint.scope?.rawValue ?? "-"
        // The staff also confirm, at any endpoint, a session in which they presented a weak credential.
        confirmation = endpoint.ownErrors.contains(.reauthenticationRequired) ? "confirm" : "-"
    }

    private init(_ line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        precondition(words.count == 7, "The line needs seven words: \(line)")
        (endpoint, access, role) = (words[0], words[1], words[2])
        (scope, confirmation) = (words[3], words[4])
        ages = words[5] == "-" ? [] : Set(words[5].split(separator: "+").map(String.init))
        childCode = words[6] == "-" ? nil : words[6]
    }

    static let all = table.split(separator: "\n").map { AccessRule($0) }

    /// Endpoint, access, role, scope, confirmation, ages, and code between a child and a stranger.
    private static let table = """
        signUp                     anyone   -              -         -        minimum       -
        createNonce                anyone   -              -         -        -             -
        signIn                     anyone   -              -         -        minimum       -
        sessions                   account  -              -         -        -             -
        revokeSession              account  -              -         -        -             -
        signOut                    account  -              -         -        -             -
        signOutEverywhere          account  -              -         confirm  -             -
        reauthenticate             account  -              -         -        -             -
        identities                 account  -              -         -        -             -
        linkIdentity               account  -              -         confirm  -             -
        unlinkIdentity             account  -              -         confirm  -             -
        changePassword             account  -              -         confirm  -             -
        recover                    anyone   -              -         -        -             -
        restore                    anyone   -              -         -        -             -
        sendRecoveryLink           anyone   -              -         -        -             -
        confirmEmail               account  -              -         -        -             -
        sendEmailConfirmation      account  -              -         -        child         -
        recoveryCodes              account  -              -         -        -             -
        createRecoveryCodes        account  -              -         confirm  -             -
        createPasskeyChallenge     anyone   -              -         -        -             -
        passkeys                   account  -              -         -        -             -
        preparePasskey             account  -              -         confirm  -             -
        addPasskey                 account  -              -         confirm  -             -
        removePasskey              account  -              -         confirm  -             -
        accessTokens               account  -              -         -        -             -
        createAccessToken          account  -              -         confirm  -             -
        revokeAccessToken          account  -              -         -        -             -
        securityEvents             account  -              -         -        -             -
        me                         account  -              -         -        -             -
        updateMe                   account  -              -         confirm  child+unknown -
        setUsername                account  -              -         confirm  minimum       -
        usernameAvailability       anyone   -              -         -        -             -
        setAvatar                  account  -              -         -        -             -
        removeAvatar               account  -              -         -        -             -
        setHeader                  account  -              -         -        -             -
        removeHeader               account  -              -         -        -             -
        avatar                     member   -              read      -        -             -
        header                     member   -              read      -        -             -
        storage                    account  -              -         -        -             -
        searchPeople               member   -              read      -        -             -
        suggestedPeople            member   -              read      -        -             -
        person                     member   -              read      -        -             -
        personCode                 member   -              read      -        -             -
        friendCode                 member   -              -         -        -             -
        resetFriendCode            member   -              -         -        -             -
        claimFriendCard            member   -              -         -        -             -
        friendCodePicture          member   -              -         -        -             -
        settings                   account  -              -         -        -             -
        updateSettings             account  -              -         -        child+unknown -
        friends                    member   -              read      -        -             -
        followers                  member   -              read      -        -             -
        following                  member   -              read      -        -             -
        sendRequest                member   -              social    -        -             requests_not_allowed
        requests                   member   -              read      -        -             -
        acceptRequest              member   -              social    -        -             request_not_found
        rejectRequest              member   -              -         -        -             -
        cancelRequest              member   -              social    -        -             -
        unfriend                   member   -              social    -        -             -
        removeFollower             member   -              social    -        -             -
        follow                     member   -              social    -        -             requests_not_allowed
        unfollow                   member   -              social    -        -             -
        blocks                     member   -              -         -        -             -
        block                      member   -              -         -        -             -
        unblock                    member   -              -         -        -             -
        mutes                      member   -              -         -        -             -
        mute                       member   -              -         -        -             -
        unmute                     member   -              -         -        -             -
        publishWorkout             member   -              workouts  -        child+unknown -
        editWorkout                member   -              workouts  -        child+unknown -
        publishBatch               member   -              workouts  -        -             -
        workout                    member   -              read      -        -             -
        deleteWorkout              member   -              workouts  -        -             -
        workouts                   member   -              read      -        -             -
        setPhoto                   member   -              workouts  -        -             -
        photo                      member   -              read      -        -             -
        removePhoto                member   -              workouts  -        -             -
        experiencePolicy           member   -              read      -        -             -
        experience                 member   -              read      -        -             -
        ledger                     member   -              read      -        -             -
        achievements               member   -              read      -        -             -
        earnedAchievements         member   -              read      -        -             -
        requestReview              member   -              workouts  -        -             -
        rewards                    member   -              read      -        -             -
        redeem                     member   -              -         -        minimum       -
        redemptions                member   -              read      -        -             -
        refund                     member   -              -         -        -             -
        showRewardCode             member   -              -         confirm  -             -
        feed                       member   -              read      -        -             -
        item                       member   -              read      -        -             -
        giveKudos                  member   -              social    -        -             -
        withdrawKudos              member   -              social    -        -             -
        kudos                      member   -              read      -        -             -
        comments                   member   -              read      -        -             -
        addComment                 member   -              social    -        -             item_not_found
        editComment                member   -              social    -        -             -
        deleteComment              member   -              social    -        -             -
        giveHeart                  member   -              social    -        -             -
        withdrawHeart              member   -              social    -        -             -
        hearts                     member   -              read      -        -             -
        publishScore               member   -              scores    -        child+unknown -
        publishDailyScores         member   -              scores    -        -             -
        deleteScore                member   -              scores    -        -             -
        scores                     member   -              read      -        -             -
        importScores               member   -              scores    -        -             -
        streaks                    member   -              read      -        -             -
        leaderboard                member   -              read      -        -             -
        globalSeasons              member   -              read      -        -             -
        createGroup                member   -              social    -        -             -
        groups                     member   -              read      -        -             -
        group                      member   -              read      -        -             -
        updateGroup                member   -              social    -        -             -
        deleteGroup                member   -              social    -        -             -
        setActiveGroup             member   -              -         -        -             -
        setGroupSharing            member   -              social    -        -             -
        groupMembers               member   -              read      -        -             -
        removeGroupMember          member   -              social    -        -             -
        setGroupRole               member   -              social    -        -             -
        transferGroup              member   -              social    -        -             -
        joinCode                   member   -              social    -        -             -
        revokeJoinCode             member   -              social    -        -             -
        groupPreview               member   -              read      -        -             invitation_not_found
        joinGroup                  member   -              social    -        -             invitation_not_found
        invitePerson               member   -              social    -        -             requests_not_allowed
        removeGroupInvitation      member   -              -         -        -             -
        groupInvitees              member   -              read      -        -             -
        groupInvitations           member   -              -         -        -             -
        acceptGroupInvitation      member   -              social    -        -             invitation_not_found
        seasons                    member   -              read      -        -             -
        season                     member   -              read      -        -             -
        createTournament           member   -              social    -        -             -
        cancelTournament           member   -              social    -        -             -
        games                      member   -              read      -        -             -
        readScores                 member   -              scores    -        -             -
        notifications              member   -              read      -        -             -
        readNotifications          member   -              social    -        -             -
        notificationSettings       account  -              -         -        -             -
        updateNotificationSettings account  -              -         -        -             -
        changes                    member   -              -         -        -             -
        sync                       member   -              -         -        -             -
        stream                     member   -              -         -        -             -
        anomalies                  member   moderator      -         -        -             -
        decideWorkout              member   moderator      -         -        -             -
        staff                      member   administrator  -         -        -             -
        setRole                    member   administrator  -         confirm  -             -
        memberRedemptions          member   administrator  -         -        -             -
        fulfilRedemption           member   administrator  -         -        -             -
        refundRedemption           member   administrator  -         -        -             -
        createGlobalTournament     member   administrator  -         -        -             -
        cancelGlobalTournament     member   administrator  -         -        -             -
        health                     anyone   -              -         -        -             -
        ready                      anyone   -              -         -        -             -
        metrics                    anyone   -              -         -        -             -
        openAPI                    anyone   -              -         -        -             -
        """
}
