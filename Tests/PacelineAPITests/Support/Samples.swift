import Foundation
import Paceline
import PacelineAPI

/// Random valid values of all wire types, including texts that need escaping.
struct Samples {
    var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    mutating func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }

    mutating func one<Value>(of type: Value.Type) -> Value where Value: CaseIterable {
        Array(type.allCases).randomElement(using: &random)!
    }

    mutating func bool() -> Bool { Bool.random(using: &random) }
    mutating func count() -> Int { Int.random(in: 0...100_000, using: &random) }

    mutating func uuid() -> UUID { UUID.version7(at: instant(), using: &random) }
    mutating func id<Subject>() -> Identifier<Subject> { Identifier(uuid()) }

    /// Between 1970 and 2100, in milliseconds.
    mutating func instant() -> Date {
        Date(milliseconds: Int64.random(in: 0...4_102_444_800_000, using: &random))
    }

    mutating func number(in range: ClosedRange<Double>) -> Double {
        let number = Double.random(in: range, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return number.rounded(.towardZero).clamped(to: range)
        case 1: return ((number * 10).rounded() / 10).clamped(to: range)
        case 2: return ((number * 1_000).rounded() / 1_000).clamped(to: range)
        default: return number
        }
    }

    mutating func text(_ length: ClosedRange<Int> = 1...40) -> String {
        let pieces = [
            "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\t", "\r", "\u{8}", "\u{c}", "\u{1}", "\u{1f}",
            "\u{7f}", "é",
            "e\u{301}", "Ž", "漢", "💪", "👩‍👩‍👧‍👦", "\u{2028}", "\u{2029}", "<script>", "\u{fffd}", "𝄞",
        ]
        let count = Int.random(in: length, using: &random)
        return (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
    }

    mutating func bytes() -> Base64URLData {
        let count = Int.random(in: 1...40, using: &random)
        return Base64URLData(
            Data((0..<count).map { _ in UInt8.random(in: UInt8.min...UInt8.max, using: &random) }))
    }

    mutating func day() -> Day { Day(ordinal: Int.random(in: 0...40_000, using: &random)) }

    mutating func type() -> WorkoutType {
        [.rowing, .running, .strength, .other].randomElement(using: &random)!
    }
}

extension Samples {
    mutating func stats() -> PersonStats {
        PersonStats(
            workouts: count(), distance: number(in: 0...1e9), volume: number(in: 0...1e9),
            duration: number(in: 0...1e9), xp: count(), level: maybe(count() + 1), currentStreak: count(),
            longestStreak: count(), favouriteType: maybe(type()), weeklyAverage: number(in: 0...50))
    }

    mutating func person() -> Person {
        Person(
            id: id(), username: "ana_\(count())", displayName: text(), bio: maybe(text()),
            avatarURL: maybe("/v1/people/me/avatar"), headerURL: maybe(text()), isVerified: maybe(bool()),
            privacyLevel: maybe(one(of: PrivacyLevel.self)), joinedAt: maybe(instant()), friendCount: count(),
            followerCount: maybe(count()), followingCount: maybe(count()), stats: maybe(stats()),
            showsWorkoutDetails: maybe(bool()), relationship: maybe(one(of: Relationship.self)),
            notifications: maybe(bool()))
    }

    mutating func settings() -> AccountSettings {
        AccountSettings(
            emailNotifications: bool(), pushNotifications: bool(),
            workoutVisibility: one(of: ItemVisibility.self),
            scoreVisibility: one(of: ScoreVisibility.self), hasChosenScoreVisibility: bool(),
            allowMessages: one(of: AccountSettings.MessagePermission.self),
            contentFilter: one(of: AccountSettings.ContentFilter.self), showWorkoutStats: bool(),
            showWorkoutDetails: bool(), allowFriendRequests: bool(), followApproval: bool(),
            showOnLeaderboards: bool(),
            weeklyGoal: WeeklyGoal(distance: 42_195, volume: 5_000, minutes: 240),
            available: AccountSettings.Field.allCases.filter { _ in bool() })
    }

    mutating func account() -> Account {
        Account(
            id: id(), username: maybe("ana_\(count())"), displayName: text(), bio: maybe(text()),
            avatarURL: maybe(text()), headerURL: maybe(text()), isVerified: bool(),
            privacyLevel: one(of: PrivacyLevel.self), joinedAt: instant(), friendCount: count(),
            followerCount: count(), followingCount: count(), stats: stats(), email: maybe("a@b.si"),
            isEmailConfirmed: bool(),
            fullName: maybe(text()), birthDate: maybe(day()), timeZone: "Europe/Ljubljana",
            createdAt: instant(),
            updatedAt: instant(), lastSignInAt: instant(), importKey: text(),
            role: maybe(one(of: StaffRole.self)), settings: settings(), isWaiting: maybe(true))
    }

    mutating func staffMember() -> StaffMember {
        StaffMember(id: id(), username: "ana_\(count())", displayName: text(), role: one(of: StaffRole.self))
    }

    mutating func signedIn() -> SignedIn {
        SignedIn(
            id: id(), token: text(), clientToken: text(), createdAt: instant(), expiresAt: instant(),
            person: account())
    }

    mutating func identity() -> LinkedIdentity {
        LinkedIdentity(id: id(), provider: one(of: IdentityProvider.self), createdAt: instant())
    }

    mutating func passkey() -> Passkey {
        Passkey(
            id: id(), credentialID: bytes(), name: text(1...50), createdAt: instant(),
            lastUsedAt: maybe(instant()))
    }

    mutating func assertion() -> PasskeyAssertion {
        PasskeyAssertion(
            credentialID: bytes(), authenticatorData: bytes(), clientDataJSON: bytes(), signature: bytes(),
            userHandle: maybe(bytes()))
    }

    mutating func activeSession() -> ActiveSession {
        ActiveSession(
            id: id(), provider: one(of: IdentityProvider.self), clientName: maybe(text()),
            network: maybe(text()), createdAt: instant(), expiresAt: instant(),
            lastUsedAt: instant(), isCurrent: bool())
    }

    mutating func request(_ state: ConnectionRequest.State? = nil) -> ConnectionRequest {
        ConnectionRequest(
            id: id(), kind: one(of: ConnectionRequest.Kind.self), from: person(), to: person(),
            message: maybe(text()), state: state ?? one(of: ConnectionRequest.State.self),
            createdAt: instant(),
            expiresAt: instant(), isWaiting: maybe(true))
    }
}

extension Samples {
    mutating func interval(_ index: Int) -> Interval {
        Interval(
            index: index, duration: maybe(number(in: WorkoutDraft.Range.duration)),
            distance: maybe(number(in: WorkoutDraft.Range.distance)),
            split: maybe(number(in: WorkoutDraft.Range.split)),
            strokeRate: maybe(number(in: WorkoutDraft.Range.strokeRate)),
            heartRate: maybe(number(in: WorkoutDraft.Range.heartRate)),
            restDuration: maybe(number(in: WorkoutDraft.Range.duration)),
            confidence: maybe(
                Interval.Confidence(duration: maybe(number(in: 0...1)), split: number(in: 0...1))))
    }

    mutating func detail() -> WorkoutDetail {
        WorkoutDetail(
            intervals: (0..<Int.random(in: 0...3, using: &random)).map { interval($0) },
            sets: (0..<Int.random(in: 0...3, using: &random)).map {
                ExerciseSet(
                    exercise: text(), index: $0, repetitions: maybe(count()),
                    weight: maybe(number(in: 0...500)),
                    duration: maybe(number(in: 0...500)), distance: maybe(number(in: 0...500)))
            },
            ocrConfidence: maybe(number(in: 0...1)), wasManuallyEdited: bool(), notes: maybe(text()),
            photoURL: maybe(text()))
    }

    mutating func workout() -> Workout {
        var workout = workoutOfOthers()
        workout.experience = maybe(workoutExperience())
        return workout
    }

    private mutating func workoutOfOthers() -> Workout {
        Workout(
            id: id(), owner: id(), type: type(), title: text(), startedAt: instant(), endedAt: instant(),
            duration: number(in: WorkoutDraft.Range.duration),
            measures: measures(), isErgTest: bool(),
            volume: maybe(number(in: WorkoutDraft.Range.volume)), exerciseCount: maybe(count()),
            isCompleted: bool(), source: maybe(text()), visibility: one(of: ItemVisibility.self),
            xpEarned: count(),
            createdAt: instant(), updatedAt: instant(), detail: maybe(detail()), clientID: maybe(id()),
            hidesDetails: bool(), isWaiting: maybe(true))
    }

    mutating func measures() -> WorkoutMeasures {
        WorkoutMeasures(
            distance: maybe(number(in: WorkoutDraft.Range.distance)),
            energy: maybe(number(in: WorkoutDraft.Range.energy)),
            averageHeartRate: maybe(number(in: WorkoutDraft.Range.heartRate)),
            averageSplit: maybe(number(in: WorkoutDraft.Range.split)),
            averagePower: maybe(number(in: WorkoutDraft.Range.power)),
            strokeRate: maybe(number(in: WorkoutDraft.Range.strokeRate)),
            intensityZone: maybe(Int.random(in: WorkoutDraft.Range.zone, using: &random)))
    }

    mutating func draft() -> WorkoutDraft {
        WorkoutDraft(
            type: type(), title: text(), startedAt: instant(), endedAt: maybe(instant()),
            duration: number(in: WorkoutDraft.Range.duration), measures: measures(), isErgTest: maybe(bool()),
            volume: maybe(number(in: 0...1_000)),
            exerciseCount: maybe(3), isCompleted: maybe(bool()), source: maybe(text()),
            visibility: maybe(one(of: ItemVisibility.self)), detail: maybe(detail()))
    }

    mutating func workoutChanges() -> WorkoutChanges {
        WorkoutChanges(
            type: maybe(type()), title: maybe(text()), startedAt: maybe(instant()), endedAt: maybe(instant()),
            duration: maybe(number(in: WorkoutDraft.Range.duration)), measures: measures(),
            isErgTest: maybe(bool()), volume: maybe(number(in: 0...1_000)), exerciseCount: maybe(3),
            isCompleted: maybe(bool()), source: maybe(text()),
            visibility: maybe(one(of: ItemVisibility.self)),
            detail: maybe(detail()), cleared: bool() ? WorkoutChanges.Field.allCases : [])
    }

    mutating func batchResult() -> BatchResult {
        BatchResult(
            id: id(), clientID: maybe(id()), status: one(of: PublishStatus.self),
            error: maybe(SocialError(.invalidValue, text(), field: maybe("title"), retryAfter: maybe(3))))
    }

    mutating func comment() -> Comment {
        Comment(
            id: id(), item: id(), author: maybe(person()), text: text(0...20), parent: maybe(id()),
            createdAt: instant(), editedAt: maybe(instant()), heartCount: count(), hasHeart: bool(),
            isDeleted: bool(), isWaiting: maybe(true))
    }

    mutating func kudos() -> Kudos { Kudos(person: person(), big: bool(), createdAt: instant()) }

    mutating func item() -> FeedItem {
        FeedItem(
            id: id(), at: instant(), author: person(), visibility: one(of: ItemVisibility.self),
            content: content(one(of: FeedItem.Kind.self)), kudosCount: count(), hasKudos: bool(),
            commentCount: count(), latestComment: maybe(comment()))
    }

    private mutating func content(_ kind: FeedItem.Kind) -> FeedItem.Content {
        switch kind {
        case .workout: .workout(workout())
        case .score: .score(score())
        case .levelUp: .levelUp(LevelUp(level: count() + 1))
        case .achievement: .achievement(achievement())
        case .milestone: .milestone(achievement())
        }
    }

    mutating func page<Item>(_ make: (inout Samples) -> Item) -> Page<Item> {
        let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in make(&self) }
        return Page(items: items, next: maybe(Cursor(text())))
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
