// What the examples in documentation comments assume: see script/doc-examples. It is only type-checked, never run.

import Foundation
import PacelineImport
import PacelineLocal

func assumed<Value>() -> Value { fatalError() }

// A server, and a person who has signed in.
var server: RemoteServer { assumed() }
var session: RemoteSession { get { assumed() } set {} }
var services: RemoteSession { assumed() }
var moderation: RemoteSession { assumed() }
var signedIn: SignedIn { assumed() }
var account: Account { assumed() }

// What the app has read.
var anomaly: WorkoutAnomaly { assumed() }
var change: Change { assumed() }
var comment: Paceline.Comment { get { assumed() } set {} }
var days: [Day] { assumed() }
var event: LiveEvent { assumed() }
var experience: Experience { assumed() }
var game: Game { assumed() }
var group: LeaderboardGroup { assumed() }
var item: FeedItem { assumed() }
var link: FriendCodeLink { assumed() }
var notification: SocialNotification { assumed() }
var page: Page<FeedItem> { assumed() }
var person: Person { assumed() }
var policy: ExperiencePolicy { assumed() }
var redemption: Redemption { assumed() }
var results: [BatchResult] { assumed() }
var reward: Reward { assumed() }
var row: LeaderboardRow { assumed() }
var score: Score { assumed() }
var season: Season { assumed() }
var shared: SharedScore { assumed() }
var streaks: Streaks { assumed() }
var workout: Workout { assumed() }

// What people type, choose or have stored.
var birthDate: Day { assumed() }
var bytes: [UInt8] { assumed() }
var draft: WorkoutDraft { get { assumed() } set {} }
var drafts: [IdentifiedDraft] { assumed() }
var defaults: UserDefaults { assumed() }
var file: URL { assumed() }
var formerPassword: String { assumed() }
var id: Workout.ID { assumed() }
var lastPosition: LogPosition? { get { assumed() } set {} }
var new: String { assumed() }
var old: String { assumed() }
var password: String { assumed() }
var photo: [UInt8] { assumed() }
var saved: String? { get { assumed() } set {} }
var secret: String { assumed() }
var sharedText: String { assumed() }
var start: Date { assumed() }
var store: Store { assumed() }
var text: String { assumed() }
var today: Day { assumed() }
var token: String { assumed() }
var typedName: String { assumed() }
var typedText: String { assumed() }
var url: URL { assumed() }
var folder: URL { assumed() }

// The app's own functions.
func apply(_ changes: [Change]) {}
func apply(_ changes: [Change], upTo token: ChangeToken) {}
func askForDay(among days: [Day?]) {}
func askToCheckTheHeartRate() {}
func askWhetherItIsTheirs() {}
func confirm(_ question: String) async -> Bool { assumed() }
func explainLimits() {}
func offerNewCodes() {}
func offerPassword() {}
func offerToDeletePhotos() {}
func open(_ item: FeedItem.ID, titled title: String) {}
func reloadEverything() {}
func store(_ result: CommandResult) {}
func save(_ token: String) {}
func save(token: String, clientToken: String?) {}
func saveInKeychain(_ secret: String) {}
func share(_ text: String) {}
func show(_ shown: some Any) {}
func show(_ shown: some Any, badge: String?) {}
func show(_ shown: some Any, named name: String) {}
func show(_ shown: some Any, of item: FeedItem.ID) {}
func show(_ shown: some Any, titled title: String) {}
func showAcceptButton() {}
func showAddFriendButton() {}
func showBadge(_ label: String?) {}
func showDecisionButtons() {}
func showInvitations() {}
func showInviteButton() {}
func showLock() {}
func showModeration() {}
func showPasskeys() {}
func showPending(until end: Date) {}
func showRequests() {}
func showSecuritySettings() {}
func showSessions() {}
func showSpinner() {}
func showSwitch(isOn: Bool) {}
func suggestAnotherName() {}
func update(_ item: FeedItem) {}

struct Store {
    func save(_ item: FeedItem) {}
    func deleteItem(_ id: Change.ID) {}
}

// The app's own views, and views of SwiftUI.
struct BadgeCard { init(_ achievement: Achievement) {} }
struct Card { init(_ card: FeedCard) {} }
struct EarnedRow { init(_ author: Person, _ items: [FeedItem]) {} }
struct EmptyView {}
struct ForEach<Items> { init(_ items: Items, _ content: (FeedCard) -> Card) where Items: Sequence<FeedCard> {} }
struct ItemCard { init(_ item: FeedItem) {} }
struct LevelCard { init(_ levelUp: LevelUp) {} }
struct PuzzleCard { init(_ author: Person, _ day: Day, _ items: [FeedItem]) {} }
struct ScoreCard { init(_ score: Score) {} }
struct Section { init<Content>(_ title: String, _ content: () -> Content) {} }
struct WorkoutCard { init(_ workout: Workout) {} }

@MainActor protocol View {
    associatedtype Body: View
    var body: Body { get }
}
@propertyWrapper struct State<Value> { var wrappedValue: Value }
struct Text { init(_ text: String) {} }
struct List: View {
    init<Row>(_ rows: [Row], _ content: (Row) -> Text) {}
    var body: List { self }
    func task(_ action: @MainActor () async -> Void) -> List { self }
    func refreshable(_ action: @MainActor () async -> Void) -> List { self }
}

// Types of AuthenticationServices.
struct ASAuthorizationPlatformPublicKeyCredentialProvider {
    init(relyingPartyIdentifier: String) {}
    func createCredentialAssertionRequest(challenge: Data) -> String { assumed() }
    func createCredentialRegistrationRequest(challenge: Data, name: String, userID: Data) -> String { assumed() }
}

struct ASAuthorizationPlatformPublicKeyCredentialAssertion {
    var credentialID, rawAuthenticatorData, rawClientDataJSON, signature, userID: Data
}

struct ASAuthorizationPlatformPublicKeyCredentialRegistration {
    var credentialID, rawClientDataJSON: Data
    var rawAttestationObject: Data?
}

final class ASAuthorizationAppleIDRequest { var nonce: String? }
