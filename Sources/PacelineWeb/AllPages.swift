import Paceline

extension Pages {
    static let site = {
        var pages = Pages()
        pages.addAll()
        return pages.all
    }()

    /// Every route of the site: its path, who can use it, and its handler.
    private mutating func addAll() {
        addPeople()
        addGraph()
        addWorkoutsAndReactions()
        addLeaderboards()
        addGroups()
        addNotificationsAndSettings()
    }

    private mutating func addPeople() {
        open(.get, "/", HomePages.show)
        member(.post, "/getting-started/hide", GettingStartedView.hide)
        member(.post, "/invitation/dismiss", InvitationPages.dismiss)
        member(.get, "/week/goal", GoalPages.show)
        member(.post, "/week/goal", restoring: GoalPages.restore, GoalPages.save)
        open(.get, "/live", LivePages.stream)
        open(.get, "/sign-in", SignInPages.showSignIn)
        open(
            .post, "/sign-in", limitedBy: .credentials, restoring: SignInPages.showSignIn, SignInPages.signIn)
        open(.post, "/sign-in/device", limitedBy: .credentials, SignInPages.signInByDevice)
        open(.post, "/sign-in/passkey", limitedBy: .credentials, SignInPages.signInByPasskey)
        open(.get, "/recover", RecoveryPages.show)
        open(
            .post, "/recover", limitedBy: .credentials, restoring: RecoveryPages.restore,
            RecoveryPages.recover)
        open(.get, "/recover/former", RestoringPages.show)
        open(
            .post, "/recover/former", limitedBy: .credentials, restoring: RestoringPages.show,
            RestoringPages.restore)
        open(.post, "/recover/former/device", limitedBy: .credentials, RestoringPages.restoreByDevice)
        open(.post, "/recover/former/passkey", limitedBy: .credentials, RestoringPages.restoreByPasskey)
        open(.get, "/recover/email", MailPages.showRequest)
        open(
            .post, "/recover/email", limitedBy: .credentials, restoring: MailPages.showRequest,
            MailPages.sendLink)
        account(.get, "/email/confirm", MailPages.showConfirmation)
        account(.post, "/email/confirm", restoring: MailPages.showConfirmation, MailPages.confirm)
        open(.get, "/sign-up", SignInPages.showSignUp)
        open(
            .post, "/sign-up", limitedBy: .credentials, restoring: SignInPages.showSignUp, SignInPages.signUp)
        account(.post, "/sign-out", SignInPages.signOut)
        account(.post, "/sign-out/everywhere", SignInPages.signOutEverywhere)
        account(.get, "/welcome", WelcomePages.show)
        account(.post, "/welcome", restoring: WelcomePages.show, WelcomePages.choose)
        member(.get, "/welcome/profile", WelcomeStepPages.showProfile)
        member(
            .post, "/welcome/profile", taking: PictureSettings.largestForm,
            restoring: WelcomeStepPages.restoreProfile, WelcomeStepPages.saveProfile)
        member(.get, "/welcome/privacy", WelcomeStepPages.showPrivacy)
        member(
            .post, "/welcome/privacy", restoring: WelcomeStepPages.showPrivacy, WelcomeStepPages.savePrivacy)
        member(.get, "/welcome/goal", WelcomeStepPages.showGoal)
        member(.post, "/welcome/goal", restoring: WelcomeStepPages.restoreGoal, WelcomeStepPages.saveGoal)
        open(.get, "/children", ChildrenPages.show)
        open(.get, "/usernames", WelcomePages.availability)
        open(.get, "/style", StylePages.show)
        open(.get, "/.well-known/security.txt", ServerPages.securityText)
        open(.get, "/.well-known/apple-app-site-association", AssociatedApps.showApple)
        open(.get, "/.well-known/assetlinks.json", AssociatedApps.showAndroid)
        member(.get, "/{person}", PersonPages.show)
        member(.get, "/{person}/friends", PersonPages.friends)
        member(.get, "/{person}/followers", PersonPages.followers)
        member(.get, "/{person}/following", PersonPages.following)
        member(.get, "/{person}/badges", BadgePages.showOthers)
        member(.get, "/people/{id}/avatar", PersonPages.avatar)
        member(.get, "/people/{id}/banner", PersonPages.banner)
    }

    private mutating func addGraph() {
        member(.get, "/friends", FriendsPages.showFriends)
        member(.get, "/friends/followers", FriendsPages.showFollowers)
        member(.get, "/friends/following", FriendsPages.showFollowing)
        member(.get, "/friends/find", FindPages.show)
        member(.post, "/friends/add", limitedBy: .code, restoring: FindPages.show, FindPages.addByCode)
        member(.get, "/friends/code.svg", FindPages.codePicture)
        member(.get, "/friends/code/reset", FindPages.confirmReset)
        member(.post, "/friends/code/reset", FindPages.resetCode)
        open(.get, "/add/{code}", limitedBy: .code, FindPages.showCode)
        member(.post, "/requests/{id}/accept", GraphActions.accept)
        member(.post, "/requests/{id}/decline", isPrivate: true, GraphActions.decline)
        member(.post, "/requests/{id}/cancel", GraphActions.cancel)
        member(.get, "/{person}/request", RequestPage.show)
        member(.post, "/{person}/request", restoring: RequestPage.show, RequestPage.send)
        member(.post, "/{person}/follow", GraphActions.follow)
        member(.post, "/{person}/unfollow", GraphActions.unfollow)
        member(.post, "/{person}/notifications", GraphActions.notify)
        member(.get, "/{person}/mute", isPrivate: true, GraphActions.confirmMuting)
        member(.post, "/{person}/mute", isPrivate: true, GraphActions.mute)
        member(.post, "/{person}/unmute", isPrivate: true, GraphActions.unmute)
        member(.get, "/{person}/unfriend", GraphActions.confirmUnfriending)
        member(.post, "/{person}/unfriend", GraphActions.unfriend)
        member(.get, "/{person}/block", isPrivate: true, GraphActions.confirmBlocking)
        member(.post, "/{person}/block", isPrivate: true, GraphActions.block)
        member(.post, "/{person}/unblock", isPrivate: true, GraphActions.unblock)
        member(.post, "/{person}/remove-follower", GraphActions.removeFollower)
    }

    private mutating func addWorkoutsAndReactions() {
        member(.get, "/workouts/add", EditPages.showNew)
        member(
            .post, "/workouts/add", taking: EditPages.largestForm, restoring: EditPages.restoreNew,
            EditPages.add)
        member(.get, "/workouts/import", ImportPages.show)
        member(
            .post, "/workouts/import", taking: ImportPages.largestForm, restoring: ImportPages.restore,
            ImportPages.preview)
        member(
            .post, "/workouts/import/publish", taking: ImportPages.largestForm,
            restoring: ImportPages.restore, ImportPages.publish)
        member(.get, "/workouts/{id}/edit", EditPages.showEdit)
        member(
            .post, "/workouts/{id}/edit", taking: EditPages.largestForm, restoring: EditPages.restoreEdit,
            EditPages.edit)
        member(.get, "/workouts/{id}", ItemPages.showWorkout)
        member(.get, "/workouts/{id}/photo", WorkoutPages.photo)
        member(.post, "/workouts/{id}/visibility", WorkoutPages.changeVisibility)
        member(.get, "/workouts/{id}/delete", WorkoutPages.confirmDeletion)
        member(.post, "/workouts/{id}/delete", WorkoutPages.delete)
        member(.post, "/workouts/{id}/review", WorkoutPages.requestReview)
        member(.get, "/experience", ExperiencePages.show)
        member(.get, "/experience/badges", BadgePages.show)
        member(.get, "/moderation/workouts", ModerationPages.show)
        member(.get, "/moderation/workouts/{id}", ModerationPages.showWorkout)
        member(
            .post, "/moderation/workouts/{id}", restoring: ModerationPages.restore, ModerationPages.decide)
        member(.get, "/experience/rewards", RewardsPages.show)
        member(.get, "/experience/rewards/{reward}", RewardsPages.confirm)
        member(.post, "/experience/rewards/{reward}", RewardsPages.redeem)
        member(.get, "/experience/redemptions/{id}", RewardsPages.showRedemption)
        member(.post, "/experience/redemptions/{id}/code", RewardsPages.showCode)
        member(.post, "/experience/redemptions/{id}/refund", RewardsPages.refund)
        member(.get, "/items/{id}", ItemPages.showItem)
        member(.get, "/items/{id}/card", ItemPages.showCard)
        member(.post, "/items/{id}/kudos", KudosPages.change)
        member(.post, "/items/{id}/comments", restoring: CommentPages.restore, CommentPages.add)
        member(.get, "/items/{id}/mentions", CommentPages.showMentions)
        member(.post, "/comments/{id}/edit", restoring: CommentPages.restoreEdit, CommentPages.edit)
        member(.get, "/comments/{id}/delete", CommentPages.confirmDeletion)
        member(.post, "/comments/{id}/delete", CommentPages.delete)
        member(.post, "/comments/{id}/heart", CommentPages.changeHeart)
        member(.get, "/comments/{id}/hearts", CommentPages.showHearts)
    }

    private mutating func addLeaderboards() {
        member(.get, "/games", BoardPages.show)
        member(.get, "/games/add", ScoreFormPages.show)
        member(.post, "/games/add", restoring: ScoreFormPages.show, PastePages.preview)
        member(.post, "/games/add/publish", restoring: PastePages.preview, PastePages.publish)
        member(.get, "/games/scores", ScorePages.show)
        member(.get, "/games/{game}/score", ScoreFormPages.showForm)
        member(.post, "/games/{game}/score", restoring: ScoreFormPages.restore, ScoreFormPages.publish)
        member(.get, "/games/{game}/{day}/delete", ScorePages.confirmDeletion)
        member(.post, "/games/{game}/{day}/delete", ScorePages.delete)
        member(.get, "/seasons", SeasonPages.globalList)
        member(
            .post, "/seasons", restoring: SeasonPages.globalList, TournamentActions.createGlobal)
        member(.get, "/seasons/{id}", SeasonPages.show)
        member(.get, "/seasons/{id}/cancel", TournamentActions.confirmCancelling)
        member(.post, "/seasons/{id}/cancel", TournamentActions.cancel)
    }

    private mutating func addGroups() {
        member(.get, "/groups", GroupsPages.show)
        member(.post, "/groups", restoring: GroupsPages.show, GroupsPages.create)
        member(.get, "/groups/find", GroupsPages.find)
        open(.get, "/join/{code}", limitedBy: .code, JoinPages.show)
        member(.post, "/join/{code}", limitedBy: .code, JoinPages.join)
        member(.get, "/join/{code}/code.svg", JoinPages.qrCode)
        member(.post, "/groups/{id}/accept", JoinPages.accept)
        member(.post, "/groups/{id}/decline", isPrivate: true, JoinPages.decline)
        member(.get, "/groups/{id}", GroupPages.show)
        member(.post, "/groups/{id}/settings", restoring: GroupPages.show, GroupPages.save)
        member(.post, "/groups/{id}/sharing", GroupActions.share)
        member(.get, "/groups/{id}/seasons", SeasonPages.list)
        member(.post, "/groups/{id}/tournaments", restoring: SeasonPages.list, TournamentActions.create)
        member(.get, "/groups/{id}/invite", InvitePages.show)
        member(.post, "/groups/{id}/invite", InvitePages.makeCode)
        member(.get, "/groups/{id}/invite/{code}", limitedBy: .code, InvitePages.showCode)
        member(.post, "/groups/{id}/invitations", restoring: InvitePages.show, InvitePages.invite)
        member(.post, "/groups/{id}/invitations/{person}/withdraw", InvitePages.withdraw)
        member(.post, "/groups/{id}/activate", GroupActions.pin)
        member(.get, "/groups/{id}/stop", GroupActions.confirmUnpinning)
        member(.post, "/groups/{id}/stop", GroupActions.unpin)
        member(.get, "/groups/{id}/leave", GroupActions.confirmLeaving)
        member(.post, "/groups/{id}/leave", GroupActions.leave)
        member(.get, "/groups/{id}/delete", GroupActions.confirmDeletion)
        member(.post, "/groups/{id}/delete", GroupActions.delete)
        member(.get, "/groups/{id}/revoke", GroupActions.confirmRevoking)
        member(.post, "/groups/{id}/revoke", GroupActions.revoke)
        member(.post, "/groups/{id}/members/{person}/role", MemberActions.setRole)
        member(.get, "/groups/{id}/members/{person}/remove", MemberActions.confirmRemoval)
        member(.post, "/groups/{id}/members/{person}/remove", MemberActions.remove)
        member(.get, "/groups/{id}/members/{person}/transfer", MemberActions.confirmTransfer)
        member(.post, "/groups/{id}/members/{person}/transfer", MemberActions.transfer)
    }

    private mutating func addNotificationsAndSettings() {
        member(.get, "/notifications", NotificationsPages.show)
        member(.post, "/notifications/read", NotificationsPages.read)
        member(
            .post, "/notifications/{id}/reply", restoring: NotificationsPages.restoreReply,
            NotificationsPages.reply)
        member(.get, "/notifications/waiting", NotificationsPages.badges)
        member(.get, "/settings", SettingsPages.show)
        member(.get, "/settings/profile", ProfileSettings.show)
        member(.post, "/settings/profile", restoring: ProfileSettings.show, ProfileSettings.save)
        member(.post, "/settings/email/confirmation", ProfileSettings.sendConfirmation)
        member(.post, "/settings/username", restoring: ProfileSettings.show, ProfileSettings.saveUsername)
        member(
            .post, "/settings/avatar", taking: PictureSettings.largestForm,
            restoring: PictureSettings.restoreAvatar, PictureSettings.changeAvatar)
        member(
            .post, "/settings/header", taking: PictureSettings.largestForm,
            restoring: PictureSettings.restoreHeader, PictureSettings.changeHeader)
        member(.post, "/settings/avatar/remove", PictureSettings.removeAvatar)
        member(.post, "/settings/header/remove", PictureSettings.removeHeader)
        member(.get, "/settings/privacy", PrivacySettings.show)
        member(.post, "/settings/privacy", restoring: PrivacySettings.restore, PrivacySettings.save)
        member(.post, "/settings/privacy/scores", ScoreVisibilityNews.keep)
        member(.get, "/settings/notifications", NotificationChoices.show)
        member(
            .post, "/settings/notifications", restoring: NotificationChoices.restore, NotificationChoices.save
        )
        member(.get, "/settings/sign-in", SignInSettings.show)
        member(.post, "/settings/password", limitedBy: .credentials, SignInSettings.changePassword)
        member(.post, "/settings/password/set", limitedBy: .credentials, SignInSettings.setPassword)
        member(.post, "/settings/device", limitedBy: .credentials, SignInSettings.linkDevice)
        member(.post, "/settings/passkeys", limitedBy: .credentials, SignInSettings.addPasskey)
        member(.post, "/settings/passkeys/{id}/remove", SignInSettings.removePasskey)
        account(.get, "/settings/confirm", ReauthenticationPages.show)
        account(.post, "/settings/confirm", limitedBy: .credentials, ReauthenticationPages.confirm)
        member(.get, "/settings/identities/{id}/unlink", SignInSettings.confirmUnlinking)
        member(.post, "/settings/identities/{id}/unlink", SignInSettings.unlink)
        member(.post, "/settings/sessions/{id}/end", SignInSettings.endSession)
        member(.get, "/settings/security", AccountSecuritySettings.show)
        member(.get, "/settings/security/not-me", AccountSecuritySettings.showSecuring)
        member(.post, "/settings/recovery-codes", AccountSecuritySettings.createCodes)
        member(
            .post, "/settings/tokens", restoring: AccountSecuritySettings.show,
            AccountSecuritySettings.createToken)
        member(.post, "/settings/tokens/{id}/revoke", AccountSecuritySettings.revokeToken)
        member(.get, "/settings/blocked", PeopleSettings.showBlocked)
        member(.get, "/settings/muted", PeopleSettings.showMuted)
        member(.get, "/settings/server", ServerPages.show)
    }
}
