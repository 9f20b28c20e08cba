import Paceline
import PacelineAPI

extension RoundTrip {
    /// All endpoints, each at least once, with random values.
    static func all(seed: UInt64) -> [RoundTrip] {
        var samples = Samples(seed: seed)
        return signingIn(&samples) + security(&samples) + people(&samples) + graph(&samples)
            + requests(&samples)
            + workouts(&samples) + experience(&samples) + feed(&samples) + games(&samples)
            + leaderboards(&samples)
            + groups(&samples) + invitations(&samples) + notifications(&samples) + sync(&samples)
            + live(&samples) + moderation(&samples) + administration(&samples) + operation
    }

    private static var nothing: NoParameters { NoParameters() }
    private static var empty: EmptyBody { EmptyBody() }
    private static var codes: [QRCodeImage] {
        QRCodeImage.Format.allCases.map { QRCodeImage(format: $0, bytes: [1, 2, 3]) }
    }
    private static var picture: StoredImage { StoredImage(format: .png, bytes: [1, 2, 3]) }

    private static func page(_ samples: inout Samples) -> PageRequest {
        PageRequest(
            limit: Int.random(in: 1...100, using: &samples.random), cursor: samples.maybe(Cursor("a+/=_-")))
    }

    private static func person(_ samples: inout Samples) -> PersonPath {
        PersonPath([.me, .username("ana_1"), .id(samples.id())].randomElement(using: &samples.random)!)
    }

    private static func signingIn(_ samples: inout Samples) -> [RoundTrip] {
        let secret = String(repeating: "aA0-_zZ", count: 6) + "b"
        let signUp = SignUp(
            username: "ana", password: samples.text(8...20) + "12345678",
            displayName: samples.maybe(samples.text()),
            birthDate: samples.day())
        return [
            RoundTrip(API.signUp, nothing, nothing, signUp, samples.signedIn()),
            RoundTrip(
                API.createNonce, nothing, nothing, empty,
                SignInNonce(value: samples.text(), sha256: samples.text(), expiresAt: samples.instant())),
            RoundTrip(
                API.signIn, nothing, nothing,
                SignInBody(
                    .password(username: "ana", password: "p"), birthDate: samples.maybe(samples.day())),
                samples.signedIn()),
            RoundTrip(
                API.signIn, nothing, nothing,
                SignInBody(.device(secret: secret), birthDate: samples.maybe(samples.day())),
                samples.signedIn()),
            RoundTrip(
                API.signIn, nothing, nothing,
                SignInBody(
                    .apple(identityToken: "a.b.c", nonce: "n"), birthDate: samples.maybe(samples.day())),
                samples.signedIn()),
            RoundTrip(
                API.signIn, nothing, nothing,
                SignInBody(.passkey(samples.assertion()), birthDate: samples.maybe(samples.day())),
                samples.signedIn()),
            RoundTrip(
                API.sessions, nothing, PageQuery(page(&samples)), empty, samples.page { $0.activeSession() }),
            RoundTrip(API.revokeSession, SessionPath(samples.id()), nothing, empty, NoContent()),
            RoundTrip(API.signOut, nothing, nothing, empty, NoContent()),
            RoundTrip(
                API.signOutEverywhere, nothing, nothing, empty,
                SignedOutEverywhere(newDeviceSecret: samples.maybe(secret))),
            RoundTrip(API.reauthenticate, nothing, nothing, .device(secret: secret), samples.signedIn()),
            RoundTrip(
                API.reauthenticate, nothing, nothing, .password(username: "ana", password: "p"),
                samples.signedIn()),
            RoundTrip(
                API.reauthenticate, nothing, nothing, .apple(identityToken: "a.b.c", nonce: "n"),
                samples.signedIn()),
            RoundTrip(
                API.reauthenticate, nothing, nothing, .passkey(samples.assertion()), samples.signedIn()),
            RoundTrip(API.identities, nothing, nothing, empty, IdentityList(items: [samples.identity()])),
            RoundTrip(API.linkIdentity, nothing, nothing, .device(secret: secret), samples.identity()),
            RoundTrip(API.unlinkIdentity, IdentityPath(samples.id()), nothing, empty, NoContent()),
            RoundTrip(
                API.changePassword, nothing, nothing,
                PasswordChange(currentPassword: "old", newPassword: samples.text(8...20) + "12345678"),
                samples.signedIn()),
        ]
    }

    private static func security(_ samples: inout Samples) -> [RoundTrip] {
        let token = AccessToken(
            id: samples.id(), name: samples.text(1...50), scopes: [.read, .social],
            createdAt: samples.instant(), expiresAt: samples.instant(), lastUsedAt: samples.instant())
        return [
            RoundTrip(
                API.recover, nothing, nothing,
                Recovery(code: samples.text(1...30), newPassword: samples.text(8...20) + "12345678"),
                samples.signedIn()),
            RoundTrip(
                API.recover, nothing, nothing,
                Recovery(code: "a", newDeviceSecret: String(repeating: "aA0-_zZ", count: 6) + "b"),
                samples.signedIn()),
            RoundTrip(
                API.restore, nothing, nothing, .password(username: "ana", password: "p"), samples.signedIn()),
            RoundTrip(API.restore, nothing, nothing, .passkey(samples.assertion()), samples.signedIn()),
            RoundTrip(
                API.sendRecoveryLink, nothing, nothing, RecoveryLinkRequest(account: "ana@crew.example"),
                NoContent()),
            RoundTrip(
                API.confirmEmail, nothing, nothing, EmailConfirmationBody(code: samples.text(1...54)),
                NoContent()),
            RoundTrip(API.sendEmailConfirmation, nothing, nothing, empty, NoContent()),
            RoundTrip(
                API.recoveryCodes, nothing, nothing, empty,
                RecoveryCodesStatus(
                    unusedCount: samples.count() % 11, createdAt: samples.maybe(samples.instant()))),
            RoundTrip(
                API.createRecoveryCodes, nothing, nothing, empty,
                RecoveryCodes(items: [samples.text(), samples.text()], createdAt: samples.instant())),
            RoundTrip(
                API.createPasskeyChallenge, nothing, nothing, empty,
                PasskeyChallenge(
                    challenge: samples.bytes(), relyingParty: samples.text(), expiresAt: samples.instant())),
            RoundTrip(API.passkeys, nothing, nothing, empty, PasskeyList(items: [samples.passkey()])),
            RoundTrip(
                API.preparePasskey, nothing, nothing, empty,
                PasskeyCreation(
                    challenge: samples.bytes(), relyingParty: samples.text(), userHandle: samples.bytes(),
                    accountName: samples.text(), displayName: samples.text(),
                    excludedCredentialIDs: [samples.bytes(), samples.bytes()],
                    expiresAt: samples.instant())),
            RoundTrip(
                API.addPasskey, nothing, nothing,
                PasskeyRegistration(
                    name: "Laptop", publicKey: samples.bytes(), authenticatorData: samples.bytes(),
                    clientDataJSON: samples.bytes()),
                samples.passkey()),
            RoundTrip(API.removePasskey, PasskeyPath(samples.id()), nothing, empty, NoContent()),
            RoundTrip(API.accessTokens, nothing, nothing, empty, AccessTokenList(items: [token])),
            RoundTrip(
                API.createAccessToken, nothing, nothing,
                AccessTokenDraft(name: "Script", scopes: [.workouts]),
                CreatedAccessToken(secret: samples.text(), token: token)),
            RoundTrip(API.revokeAccessToken, AccessTokenPath(samples.id()), nothing, empty, NoContent()),
            RoundTrip(
                API.securityEvents, nothing, PageQuery(page(&samples)), empty,
                samples.page { $0.securityEvent() }),
        ]
    }

    private static func administration(_ samples: inout Samples) -> [RoundTrip] {
        let roles: [StaffRole?] = [.moderator, .administrator, nil]
        return [
            RoundTrip(
                API.staff, nothing, nothing, empty,
                StaffList(items: [samples.staffMember(), samples.staffMember()]))
        ]
            + roles.map {
                RoundTrip(API.setRole, person(&samples), nothing, StaffRoleBody(role: $0), NoContent())
            } + memberRedemptions(&samples)
    }

    private static func people(_ samples: inout Samples) -> [RoundTrip] {
        let changes = AccountChanges(
            displayName: samples.maybe("Ana"), bio: samples.maybe(samples.text()),
            email: samples.maybe("a@b.si"), fullName: samples.maybe(samples.text()),
            birthDate: samples.maybe(samples.day()), timeZone: samples.maybe("Europe/Ljubljana"),
            privacyLevel: samples.maybe(.friends))
        let availability = UsernameAvailability(username: "ana", available: false, reason: .usernameTaken)
        let link = FriendCodeLink(code: "ABC234", url: "https://social.example/add/ABC234")
        let query = samples.text(1...20)
        let storage = StorageUse(
            usedBytes: Int64(samples.count()) * 1_000_000, limitBytes: samples.maybe(5_000_000_000),
            nextLimitBytes: samples.maybe(10_000_000_000), nextLimitAt: samples.maybe(samples.instant()))
        return [
            RoundTrip(API.me, nothing, nothing, empty, samples.account()),
            RoundTrip(API.updateMe, nothing, nothing, changes, samples.account()),
            RoundTrip(API.setUsername, nothing, nothing, UsernameBody(username: "ana_1"), samples.account()),
            RoundTrip(API.usernameAvailability, UsernamePath("a b/ž"), nothing, empty, availability),
            RoundTrip(API.setAvatar, nothing, nothing, ImageBytes([1, 2]), samples.account()),
            RoundTrip(API.removeAvatar, nothing, nothing, empty, samples.account()),
            RoundTrip(API.setHeader, nothing, nothing, ImageBytes([1, 2]), samples.account()),
            RoundTrip(API.removeHeader, nothing, nothing, empty, samples.account()),
            RoundTrip(API.storage, nothing, nothing, empty, storage),
            RoundTrip(API.avatar, person(&samples), nothing, empty, picture),
            RoundTrip(API.header, person(&samples), nothing, empty, picture),
            RoundTrip(
                API.searchPeople, nothing, PeopleQuery(query, page(&samples)), empty,
                samples.page { $0.person() }),
            RoundTrip(
                API.suggestedPeople, nothing, SuggestionsQuery(codes: ["ABC234", "XYZ 789"], page(&samples)),
                empty,
                samples.page { $0.person() }),
            RoundTrip(API.person, person(&samples), nothing, empty, samples.person()),
            RoundTrip(API.friendCode, nothing, nothing, empty, link),
            RoundTrip(API.resetFriendCode, nothing, nothing, empty, link),
            RoundTrip(
                API.claimFriendCard, nothing, nothing,
                FriendCardClaim(secret: String(repeating: "s", count: 43)), link),
            RoundTrip(API.friendCodeQRCode, nothing, nothing, empty, codes[0], codes[1], codes[2]),
            RoundTrip(API.personCode, person(&samples), nothing, empty, codes[0], codes[1], codes[2]),
            RoundTrip(API.settings, nothing, nothing, empty, samples.settings()),
            RoundTrip(
                API.updateSettings, nothing, nothing,
                samples.settingsChanges(), samples.settings()),
        ]
    }

    private static func graph(_ samples: inout Samples) -> [RoundTrip] {
        let lists = [API.friends, API.followers, API.following].map { endpoint in
            RoundTrip(
                endpoint, person(&samples), PageQuery(page(&samples)), empty, samples.page { $0.person() })
        }
        let mine = [API.blocks, API.mutes].map { endpoint in
            RoundTrip(endpoint, nothing, PageQuery(page(&samples)), empty, samples.page { $0.person() })
        }
        let acts = [
            API.unfriend, API.removeFollower, API.unfollow, API.block, API.unblock, API.mute, API.unmute,
        ].map { RoundTrip($0, person(&samples), nothing, empty, NoContent()) }
        let follow = RoundTrip(
            API.follow, person(&samples), nothing, FollowBody(notifications: samples.maybe(false)),
            .following(samples.person()), .requested(samples.request()))
        return lists + mine + acts + [follow]
    }

    private static func requests(_ samples: inout Samples) -> [RoundTrip] {
        let recipients: [RequestDraft.Recipient] = [
            .person(.username("bor")), .person(.id(samples.id())), .code("ABC234"),
        ]
        let sent = recipients.map { recipient in
            RoundTrip(
                API.sendRequest, nothing, nothing,
                RequestBody(
                    RequestDraft(
                        to: recipient, message: samples.maybe(samples.text()), id: samples.maybe(samples.id())
                    )),
                SentRequest(samples.request(.pending)), SentRequest(samples.request(.accepted)))
        }
        let query = RequestsQuery(.outgoing, kind: samples.maybe(.follow), page(&samples))
        return sent + [
            RoundTrip(API.requests, nothing, query, empty, samples.page { $0.request() }),
            RoundTrip(API.acceptRequest, RequestPath(samples.id()), nothing, empty, samples.request()),
            RoundTrip(API.rejectRequest, RequestPath(samples.id()), nothing, empty, NoContent()),
            RoundTrip(API.cancelRequest, RequestPath(samples.id()), nothing, empty, NoContent()),
        ]
    }

    private static func workouts(_ samples: inout Samples) -> [RoundTrip] {
        let batch = WorkoutBatch(
            workouts: (0..<3).map { _ in
                IdentifiedDraft(
                    id: samples.id(), formerID: samples.maybe(samples.id()), draft: samples.draft())
            })
        return [
            RoundTrip(
                API.publishWorkout, WorkoutPath(samples.id()), nothing, samples.draft(),
                PublishedWorkout(workout: samples.workout(), status: .created),
                PublishedWorkout(workout: samples.workout(), status: .updated),
                PublishedWorkout(workout: samples.workout(), status: .unchanged)),
            RoundTrip(
                API.editWorkout, WorkoutPath(samples.id()), nothing, samples.workoutChanges(),
                PublishedWorkout(workout: samples.workout(), status: .updated)),
            RoundTrip(
                API.publishBatch, nothing, nothing, batch,
                BatchResults(results: [samples.batchResult(), samples.batchResult()])),
            RoundTrip(API.workout, WorkoutPath(samples.id()), nothing, empty, samples.workout()),
            RoundTrip(API.deleteWorkout, WorkoutPath(samples.id()), nothing, empty, NoContent()),
            RoundTrip(
                API.workouts, person(&samples), PageQuery(page(&samples)), empty,
                samples.page { $0.workout() }),
            RoundTrip(API.setPhoto, WorkoutPath(samples.id()), nothing, ImageBytes([1]), NoContent()),
            RoundTrip(API.photo, WorkoutPath(samples.id()), nothing, empty, picture),
            RoundTrip(API.removePhoto, WorkoutPath(samples.id()), nothing, empty, NoContent()),
        ]
    }

    private static func feed(_ samples: inout Samples) -> [RoundTrip] {
        let tally = Tally(count: 3, mine: true)
        let query = FeedQuery(
            window: samples.maybe(.recent), person: samples.maybe(.username("bor")),
            group: samples.maybe(samples.id()), kinds: samples.maybe(Set<FeedItem.Kind>.badges) ?? [],
            type: samples.maybe(.rowing), from: samples.maybe(samples.instant()),
            to: samples.maybe(samples.instant()))
        let draft = CommentDraft(
            text: samples.text(), parent: samples.maybe(samples.id()), id: samples.maybe(samples.id()))
        return [
            RoundTrip(
                API.feed, nothing, FeedParameters(query, page(&samples)), empty, samples.page { $0.item() }),
            RoundTrip(API.item, ItemPath(samples.id()), nothing, empty, samples.item()),
            RoundTrip(
                API.giveKudos, ItemPath(samples.id()), nothing, KudosDraft(big: samples.maybe(true)), tally),
            RoundTrip(API.withdrawKudos, ItemPath(samples.id()), nothing, empty, tally),
            RoundTrip(
                API.kudos, ItemPath(samples.id()), PageQuery(page(&samples)), empty,
                samples.page { $0.kudos() }),
            RoundTrip(
                API.comments, ItemPath(samples.id()), PageQuery(page(&samples)), empty,
                samples.page { $0.comment() }),
            RoundTrip(API.addComment, ItemPath(samples.id()), nothing, draft, samples.comment()),
            RoundTrip(
                API.editComment, CommentPath(samples.id()), nothing, CommentEdit(text: samples.text()),
                samples.comment()),
            RoundTrip(API.deleteComment, CommentPath(samples.id()), nothing, empty, NoContent()),
            RoundTrip(API.giveHeart, CommentPath(samples.id()), nothing, empty, tally),
            RoundTrip(API.withdrawHeart, CommentPath(samples.id()), nothing, empty, tally),
            RoundTrip(
                API.hearts, CommentPath(samples.id()), PageQuery(page(&samples)), empty,
                samples.page { $0.person() }),
        ]
    }

    private static func live(_ samples: inout Samples) -> [RoundTrip] {
        [
            RoundTrip(API.stream, nothing, StreamParameters(), empty, EventStream()),
            RoundTrip(
                API.stream, nothing,
                StreamParameters(after: samples.position(), items: [samples.id(), samples.id()]), empty,
                EventStream()),
        ]
    }

    private static var operation: [RoundTrip] {
        [
            RoundTrip(API.health, nothing, nothing, empty, .ok),
            RoundTrip(API.ready, nothing, nothing, empty, .ok),
            RoundTrip(API.metrics, nothing, nothing, empty, PlainText("# HELP")),
            RoundTrip(API.openAPI, nothing, nothing, empty, OpenAPIText(json: [0x7B, 0x7D])),
        ]
    }
}

extension Samples {
    mutating func settingsChanges() -> SettingsChanges {
        SettingsChanges(
            emailNotifications: maybe(bool()), pushNotifications: maybe(bool()),
            workoutVisibility: maybe(.followers), scoreVisibility: maybe(.groups),
            allowMessages: maybe(.friends),
            contentFilter: maybe(.moderate), showWorkoutStats: maybe(true),
            showWorkoutDetails: maybe(bool()), allowFriendRequests: maybe(bool()),
            followApproval: maybe(bool()), showOnLeaderboards: maybe(bool()),
            weeklyGoal: maybe(WeeklyGoal(distance: 42_195, volume: 5_000, minutes: 240)))
    }
}
