/// What a signed-in person does with their own account, before and after choosing a username (P1–P4, P9, S1).
public protocol AccountService: Sendable {
    func me() async throws -> Account
    /// - Parameter version: when given, the change is made only if the account still has this version.
    func update(_ changes: AccountChanges, ifMatch version: Version?) async throws -> Account
    func setUsername(_ username: String) async throws -> Account
    func availability(ofUsername username: String) async throws -> UsernameAvailability

    func settings() async throws -> AccountSettings
    func update(_ changes: SettingsChanges) async throws -> AccountSettings

    func sessions(_ page: PageRequest) async throws -> Page<ActiveSession>
    func revokeSession(_ id: SignedIn.ID) async throws
    func signOut() async throws
    func identities() async throws -> [LinkedIdentity]
    func link(_ credential: Credential) async throws -> LinkedIdentity
    func unlink(_ id: LinkedIdentity.ID) async throws
    /// Changes the password, and ends every session but this one. Whoever has none sets one with ``link(_:)``.
    /// - Throws: ``SocialError/Code/invalidCredentials`` when the current password is not right,
    ///   ``SocialError/Code/notFound`` when there is none.
    func changePassword(_ change: PasswordChange) async throws

    func setAvatar(_ bytes: [UInt8]) async throws -> Account
    func removeAvatar() async throws -> Account
    func setHeader(_ bytes: [UInt8]) async throws -> Account
    func removeHeader() async throws -> Account

    func friendCode() async throws -> FriendCodeLink
    func resetFriendCode() async throws -> FriendCodeLink
    /// The QR code of the friend code's link.
    func friendCodePicture(as format: CodePicture.Format) async throws -> CodePicture
}

/// Finding and looking at people (P4–P8). Everything needs a username of one's own.
public protocol PeopleService: Sendable {
    func person(_ person: PersonReference) async throws -> Person
    /// People whose username or display name holds the text, best first; at most 20 a page.
    func people(matching query: String, _ page: PageRequest) async throws -> Page<Person>
    /// People worth knowing, best first.
    /// - Parameter codes: friend codes from the caller's contacts.
    func suggestions(codes: [String], _ page: PageRequest) async throws -> Page<Person>
    func avatar(of person: PersonReference) async throws -> StoredImage
    func header(of person: PersonReference) async throws -> StoredImage
    /// The QR code of the profile's address, for people who may look the person up.
    func codePicture(of person: PersonReference, as format: CodePicture.Format) async throws -> CodePicture
}
