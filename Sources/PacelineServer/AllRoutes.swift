import Paceline
import PacelineAPI
import PacelineEngine

extension Routes {
    /// The whole API on one screen: each endpoint and the one call that answers it.
    mutating func addAll(metrics: MetricsRegistry) throws {
        addAccounts()
        addPeople()
        addGraph()
        addWorkouts()
        addFeedAndReactions()
        addLeaderboards()
        addGroups()
        addGroupInvites()
        addGames()
        addNotifications()
        addSync()
        addLive()
        try addOperation(metrics: metrics)
    }

    private mutating func addAccounts() {
        open(API.signUp) { try await $0.signUp($1.body) }
        open(API.signIn) { try await $0.signIn(with: $1.body) }
        on(API.sessions) { try await $0.sessions($1.query.page) }
        on(API.revokeSession) { session, call in
            try await done { try await session.revokeSession(call.path.id) }
        }
        on(API.signOut) { session, _ in try await done { try await session.signOut() } }
        on(API.identities) { session, _ in IdentityList(items: try await session.identities()) }
        on(API.linkIdentity) { try await $0.link($1.body) }
        on(API.unlinkIdentity) { session, call in try await done { try await session.unlink(call.path.id) } }
        on(API.changePassword) { session, call in
            try await done { try await session.changePassword(call.body) }
        }
        on(API.me) { session, _ in try await session.me() }
        on(API.updateMe) { try await $0.update($1.body, ifMatch: $1.version) }
        open(API.usernameAvailability) { try await $0.availability(ofUsername: $1.path.username) }
        on(API.setUsername) { try await $0.setUsername($1.body.username) }
        on(API.settings) { session, _ in try await session.settings() }
        on(API.updateSettings) { try await $0.update($1.body) }
    }

    private mutating func addPeople() {
        on(API.setAvatar) { try await $0.setAvatar($1.body.bytes) }
        on(API.removeAvatar) { session, _ in try await session.removeAvatar() }
        on(API.setHeader) { try await $0.setHeader($1.body.bytes) }
        on(API.removeHeader) { session, _ in try await session.removeHeader() }
        on(API.avatar) { try await $0.avatar(of: $1.path.person) }
        on(API.header) { try await $0.header(of: $1.path.person) }
        on(API.searchPeople) { try await $0.people(matching: $1.query.query, $1.query.page.page) }
        on(API.suggestedPeople) { try await $0.suggestions(codes: $1.query.codes, $1.query.page.page) }
        on(API.person) { try await $0.person($1.path.person) }
        on(API.personCode) { try await $0.codePicture(of: $1.path.person, as: $1.accepted.codeFormat) }
        on(API.friendCode) { session, _ in try await session.friendCode() }
        on(API.resetFriendCode) { session, _ in try await session.resetFriendCode() }
        on(API.friendCodePicture) { try await $0.friendCodePicture(as: $1.accepted.codeFormat) }
    }

    private mutating func addGraph() {
        on(API.friends) { try await $0.friends(of: $1.path.person, $1.query.page) }
        on(API.followers) { try await $0.followers(of: $1.path.person, $1.query.page) }
        on(API.following) { try await $0.following(of: $1.path.person, $1.query.page) }
        on(API.sendRequest) { SentRequest(try await $0.request(try $1.body.draft())) }
        on(API.requests) {
            try await $0.requests($1.query.direction, kind: $1.query.kind, $1.query.page.page)
        }
        on(API.acceptRequest) { try await $0.accept($1.path.id) }
        on(API.rejectRequest) { session, call in try await done { try await session.reject(call.path.id) } }
        on(API.cancelRequest) { session, call in try await done { try await session.cancel(call.path.id) } }
        on(API.unfriend) { session, call in try await done { try await session.unfriend(call.path.person) } }
        on(API.removeFollower) { session, call in
            try await done { try await session.removeFollower(call.path.person) }
        }
        on(API.follow) { try await $0.follow($1.path.person, notifications: $1.body.notifications) }
        on(API.unfollow) { session, call in try await done { try await session.unfollow(call.path.person) } }
        on(API.blocks) { try await $0.blocks($1.query.page) }
        on(API.block) { session, call in try await done { try await session.block(call.path.person) } }
        on(API.unblock) { session, call in try await done { try await session.unblock(call.path.person) } }
        on(API.mutes) { try await $0.mutes($1.query.page) }
        on(API.mute) { session, call in try await done { try await session.mute(call.path.person) } }
        on(API.unmute) { session, call in try await done { try await session.unmute(call.path.person) } }
    }

    private mutating func addWorkouts() {
        on(API.publishWorkout) { try await $0.publish($1.body, as: $1.path.id, ifMatch: $1.version) }
        on(API.publishBatch) { BatchResults(results: try await $0.publish($1.body.workouts)) }
        on(API.workout) { try await $0.workout($1.path.id) }
        on(API.deleteWorkout) { session, call in
            try await done { try await session.deleteWorkout(call.path.id) }
        }
        on(API.workouts) { try await $0.workouts(of: $1.path.person, $1.query.page) }
        on(API.setPhoto) { session, call in
            try await done { try await session.setPhoto(call.body.bytes, of: call.path.id) }
        }
        on(API.photo) { try await $0.photo(of: $1.path.id) }
        on(API.removePhoto) { session, call in
            try await done { try await session.removePhoto(of: call.path.id) }
        }
    }

    private mutating func addFeedAndReactions() {
        on(API.feed) { try await $0.feed($1.query.feed, $1.query.page.page) }
        on(API.item) { try await $0.item($1.path.id) }
        on(API.giveKudos) { try await $0.giveKudos(to: $1.path.id, big: $1.body.big ?? false) }
        on(API.withdrawKudos) { try await $0.withdrawKudos(from: $1.path.id) }
        on(API.kudos) { try await $0.kudos(of: $1.path.id, $1.query.page) }
        on(API.comments) { try await $0.comments(on: $1.path.id, $1.query.page) }
        on(API.addComment) { try await $0.comment($1.body, on: $1.path.id) }
        on(API.editComment) { try await $0.edit($1.path.id, text: $1.body.text, ifMatch: $1.version) }
        on(API.deleteComment) { session, call in
            try await done { try await session.deleteComment(call.path.id) }
        }
        on(API.giveHeart) { try await $0.giveHeart(to: $1.path.id) }
        on(API.withdrawHeart) { try await $0.withdrawHeart(from: $1.path.id) }
    }

    private mutating func addLeaderboards() {
        on(API.publishScore) { try await $0.publish($1.body, in: $1.path.game, on: $1.path.day) }
        on(API.deleteScore) { session, call in
            try await done { try await session.deleteScore(in: call.path.game, on: call.path.day) }
        }
        on(API.scores) {
            try await $0.scores(of: $1.path.person, from: $1.query.from, to: $1.query.to, $1.query.page.page)
        }
        on(API.importScores) {
            ImportedScores(results: try await $0.importScores($1.body.text, on: $1.body.day))
        }
        on(API.streaks) { try await $0.streaks(of: $1.query.person) }
        on(API.leaderboard) { try await $0.leaderboard(try $1.query.query(), $1.query.page.page) }
    }

    private mutating func addGroups() {
        on(API.createGroup) { try await $0.createGroup(title: $1.body.title) }
        on(API.groups) { try await $0.groups($1.query.page) }
        on(API.group) { try await $0.group($1.path.id) }
        on(API.renameGroup) { try await $0.renameGroup($1.path.id, title: $1.body.title) }
        on(API.deleteGroup) { session, call in
            try await done { try await session.deleteGroup(call.path.id) }
        }
        on(API.setActiveGroup) { session, call in
            try await done { try await session.setActiveGroup(call.body.group) }
        }
        on(API.groupMembers) { try await $0.members(of: $1.path.id, $1.query.page) }
        on(API.removeGroupMember) { session, call in
            try await done { try await session.removeMember(call.path.person, from: call.path.id) }
        }
        on(API.setGroupRole) { try await $0.setRole($1.body.role, of: $1.path.person, in: $1.path.id) }
        on(API.transferGroup) { try await $0.transferGroup($1.path.id, to: try $1.body.reference()) }
    }

    private mutating func addGroupInvites() {
        on(API.inviteToGroup) { try await $0.invite(to: $1.path.id) }
        on(API.revokeGroupInvite) { session, call in
            try await done { try await session.revokeInvite(to: call.path.id) }
        }
        on(API.groupPreview) { try await $0.groupPreview(code: $1.path.code) }
        on(API.joinGroup) { try await $0.joinGroup(code: $1.body.code) }
        on(API.invitePerson) { session, call in
            try await done { try await session.invite(call.path.person, to: call.path.id) }
        }
        on(API.removeGroupInvitation) { session, call in
            try await done { try await session.removeInvitation(of: call.path.person, to: call.path.id) }
        }
        on(API.groupInvitees) { try await $0.invitees(of: $1.path.id, $1.query.page) }
        on(API.groupInvitations) { try await $0.groupInvitations($1.query.page) }
        on(API.acceptGroupInvitation) { try await $0.acceptInvitation(to: $1.path.id) }
        on(API.seasons) { try await $0.seasons(of: $1.path.id, kind: $1.query.kind, $1.query.page.page) }
        on(API.season) { try await $0.season($1.path.id) }
    }

    private mutating func addGames() {
        on(API.games) { session, _ in GameList(items: try await session.games()) }
        on(API.readScores) {
            SharedScores(results: try await $0.readScores(in: $1.body.text, on: $1.body.day))
        }
    }

    private mutating func addNotifications() {
        on(API.notifications) { try await $0.notifications($1.query.page) }
        on(API.readNotifications) {
            UnreadTally(unreadCount: try await $0.readNotifications(upTo: $1.body.upTo))
        }
        on(API.notificationSettings) { session, _ in try await session.notificationSettings() }
        on(API.updateNotificationSettings) { try await $0.update($1.body) }
    }

    private mutating func addSync() {
        on(API.changes) { try await $0.changes(since: $1.query.since, limit: $1.query.limit) }
    }

    private mutating func addLive() {
        live(API.stream) {
            try await $0.stream(after: $1.position ?? $1.query.after, watching: $1.query.items)
        }
    }

    private mutating func addOperation(metrics: MetricsRegistry) throws {
        let document = OpenAPIText(json: try OpenAPIDocument().json())
        open(API.health) { _, _ in .ok }
        open(API.ready) { engine, _ in try await readiness(of: engine) }
        open(API.metrics) { _, _ in PlainText(metrics.text) }
        open(API.openAPI) { _, _ in document }
    }
}

/// Nothing to say but that it is done.
func done(_ body: () async throws -> Void) async throws -> Nothing {
    try await body()
    return Nothing()
}
