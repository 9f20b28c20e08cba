/// The viewer's own account: profile, settings, sessions and sign-in methods. Works before choosing a username, except
/// for friend codes.
///
/// ```swift
/// let account = try await session.me()
/// _ = try await session.update(AccountChanges(bio: "Rows."), ifMatch: account.version)
/// _ = try await session.update(SettingsChanges(workoutVisibility: .followers))
/// ```
public protocol AccountService: Sendable {
    /// The viewer's account.
    func me() async throws -> Account
    /// Updates the account. A birth date that makes the viewer a child ends friendships that no friend code of the last
    /// 120 days led to.
    /// - Parameter version: updates only if the account still has this version; nil to update in any case.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field, ``SocialError/Code/nameReserved``,
    ///   ``SocialError/Code/preconditionFailed`` when the version differs, ``SocialError/Code/birthDateFixed``,
    ///   ``SocialError/Code/ageRestricted``, ``SocialError/Code/birthDateRequired`` to make the profile of a person of
    ///   unknown age public, or, for another email address and the birth date of a person with a username,
    ///   ``SocialError/Code/reauthenticationRequired``.
    func update(_ changes: AccountChanges, ifMatch version: Version?) async throws -> Account
    /// Chooses or changes the username. The first one also becomes the display name of a person who has chosen none.
    /// The old one is never given to others; its owner may return to it, and can still sign in with it for 30 days.
    /// - Throws: ``SocialError/Code/usernameTaken``, ``SocialError/Code/usernameInvalid``,
    ///   ``SocialError/Code/usernameReserved`` or ``SocialError/Code/usernameInappropriate``;
    ///   ``SocialError/Code/birthDateRequired`` in a community with a minimum age. To change it, also
    ///   ``SocialError/Code/reauthenticationRequired``, and ``SocialError/Code/rateLimited`` after three changes within
    ///   30 days.
    func setUsername(_ username: String) async throws -> Account
    /// Sends a link to the viewer's email address, which confirms it. A server that sends mail also does this when the
    /// address changes. Does nothing if it is confirmed.
    /// - Throws: ``SocialError/Code/providerUnavailable`` if the community sends no mail,
    ///   ``SocialError/Code/notFound`` without an address, ``SocialError/Code/invalidValue`` for one that gets no mail,
    ///   ``SocialError/Code/ageRestricted`` for children, or ``SocialError/Code/rateLimited`` after five links within a
    ///   day.
    func sendEmailConfirmation() async throws
    /// Confirms the viewer's email address with the code of the link that was sent there.
    /// - Throws: ``SocialError/Code/invalidCredentials`` for a code that is wrong, has expired, or was sent to an
    ///   earlier address or for another account.
    func confirmEmail(_ code: String) async throws
    /// Whether the viewer could choose a username.
    func availability(ofUsername username: String) async throws -> UsernameAvailability

    /// The viewer's settings.
    func settings() async throws -> AccountSettings
    /// Updates settings.
    /// - Throws: ``SocialError/Code/ageRestricted`` for settings that a child may not change,
    ///   ``SocialError/Code/birthDateRequired`` for settings that are less restrictive than a person of unknown age may
    ///   choose.
    func update(_ changes: SettingsChanges) async throws -> AccountSettings

    /// The viewer's active sessions.
    func sessions(_ page: PageRequest) async throws -> Page<ActiveSession>
    /// Ends one of the viewer's sessions.
    /// - Throws: ``SocialError/Code/notFound``.
    func revokeSession(_ id: SignedIn.ID) async throws
    /// Ends the current session. On a server, later calls throw ``SocialError/Code/unauthenticated``. A local session
    /// continues to work, since the app has the database: discard it.
    func signOut() async throws
    /// Ends all of the viewer's sessions, including this one, and the confirmation of an email address of the last
    /// seven days. Clients that signed in before are no longer known, and a device can sign in without a password only
    /// with the new secret. It gets one if that is the only way, or if it confirmed this while a stronger way was
    /// linked in the last seven days.
    /// - Throws: ``SocialError/Code/reauthenticationRequired``.
    func signOutEverywhere() async throws -> SignedOutEverywhere
    /// Confirms that it is the viewer who uses this session. Methods that change how the viewer signs in, their
    /// username or their email address require that within the last ten minutes; signing in counts.
    ///
    /// The session gets a new token. On a server, open its services again with that:
    ///
    /// ```swift
    /// let confirmed = try await session.reauthenticate(with: .password(username: "mira", password: password))
    /// session = server.session(token: confirmed.token)
    /// ```
    ///
    /// It takes the strongest way to sign in: a passkey if there is one, else the password or the Apple identity, else
    /// the device's secret. For seven days after a way was linked, it also takes an older one, but only to unlink that
    /// way and to sign out everywhere: a thief of the session may have linked it.
    /// - Throws: ``SocialError/Code/invalidCredentials``; ``SocialError/Code/notAllowed`` for a credential that is not
    ///   the strongest; ``SocialError/Code/rateLimited`` after ten wrong passwords; ``SocialError/Code/busy`` or
    ///   ``SocialError/Code/providerUnavailable``.
    func reauthenticate(with credential: Credential) async throws -> SignedIn
    /// The ways the viewer can sign in, besides the passkeys of ``SecurityService/passkeys()``.
    func identities() async throws -> [LinkedIdentity]
    /// Adds a way to sign in, ends all other sessions, and revokes what ``changePassword(_:)`` revokes. For a passkey,
    /// use ``SecurityService/addPasskey(_:)``.
    /// - Throws: ``SocialError/Code/identityTaken`` when it belongs to another account,
    ///   ``SocialError/Code/identityExists`` when it is already linked, ``SocialError/Code/invalidCredentials``,
    ///   ``SocialError/Code/providerUnavailable``, ``SocialError/Code/usernameTaken``,
    ///   ``SocialError/Code/passwordTooCommon``, ``SocialError/Code/reauthenticationRequired``, or
    ///   ``SocialError/Code/invalidValue`` for a passkey.
    func link(_ credential: Credential) async throws -> LinkedIdentity
    /// Removes a way to sign in, ends all other sessions, and revokes what ``changePassword(_:)`` revokes.
    /// - Throws: ``SocialError/Code/notFound``, ``SocialError/Code/lastIdentity`` for the only one, or
    ///   ``SocialError/Code/reauthenticationRequired``.
    func unlink(_ id: LinkedIdentity.ID) async throws
    /// Changes the password and ends all other sessions. This one gets a new token, as after
    /// ``reauthenticate(with:)``. To set a first password, use ``link(_:)``. Both also revoke access tokens and recovery
    /// codes of the last seven days, except codes of the account's first ten minutes: a thief may have created them.
    /// - Throws: ``SocialError/Code/invalidCredentials`` when the current password is wrong,
    ///   ``SocialError/Code/notFound`` when the account has no password, ``SocialError/Code/passwordTooCommon``,
    ///   ``SocialError/Code/rateLimited`` after ten wrong passwords, ``SocialError/Code/busy``, or
    ///   ``SocialError/Code/reauthenticationRequired`` if the viewer has a passkey and has not confirmed lately.
    @discardableResult
    func changePassword(_ change: PasswordChange) async throws -> SignedIn

    /// Sets the avatar.
    /// - Parameter bytes: a JPEG, PNG or WebP file of at most 15 MB. Its metadata is removed.
    /// - Throws: ``SocialError/Code/imageInvalid``, ``SocialError/Code/tooLarge``,
    ///   ``SocialError/Code/unsupportedMediaType``, ``SocialError/Code/quotaExceeded``, or
    ///   ``SocialError/Code/unavailable`` while the server is short of disk space.
    func setAvatar(_ bytes: [UInt8]) async throws -> Account
    /// Removes the avatar.
    func removeAvatar() async throws -> Account
    /// Sets the profile's header image; like ``setAvatar(_:)``.
    /// - Throws: the errors of ``setAvatar(_:)``.
    func setHeader(_ bytes: [UInt8]) async throws -> Account
    /// Removes the header image.
    func removeHeader() async throws -> Account
    /// The storage that the viewer's pictures use, and their quota.
    func storage() async throws -> StorageUse

    /// The viewer's friend code and link.
    /// - Throws: ``SocialError/Code/usernameRequired``.
    func friendCode() async throws -> FriendCodeLink
    /// Replaces the friend code. The old one stops working, and requests that were sent with it and wait for an answer
    /// are declined silently. Friend cards that the viewer handed out end, too. The code of a child is also replaced
    /// when they unfriend or block a person; waiting requests stay then. Signing out everywhere does the same as this
    /// call for a child or a person of unknown age.
    /// - Throws: ``SocialError/Code/usernameRequired``.
    func resetFriendCode() async throws -> FriendCodeLink
    /// Claims the code of a ``FriendCard``, so that people who have the card can ask the viewer by it. Replacing the
    /// friend code ends it. Claiming it again changes nothing.
    ///
    /// An app need not call this: merging a community of the device does.
    /// - Parameter secret: the secret of the device that made the card: 32 random bytes in base64url.
    /// - Returns: the code and its link.
    /// - Throws: ``SocialError/Code/usernameRequired``, ``SocialError/Code/invalidValue``,
    ///   ``SocialError/Code/identityTaken`` if another account has claimed it, or ``SocialError/Code/limitReached`` with
    ///   ``FriendCard/maxPerAccount`` cards.
    func claimFriendCard(secret: String) async throws -> FriendCodeLink
    /// A QR code with the friend code's link.
    /// - Throws: ``SocialError/Code/usernameRequired``.
    func friendCodeQRCode(as format: QRCodeImage.Format) async throws -> QRCodeImage
}

/// Profiles, search and suggestions. The viewer needs a username.
///
/// ```swift
/// for person in try await session.people(matching: "mir", PageRequest()).items {
///     print(person.displayName, "@\(person.username)")
/// }
/// let avatar = try await session.avatar(of: .username("mira")).bytes
/// ```
public protocol PeopleService: Sendable {
    /// A person's profile.
    /// - Throws: ``SocialError/Code/personNotFound``, also for people who blocked the viewer.
    func person(_ person: PersonReference) async throws -> Person
    /// Searches usernames and display names. The exact username comes first, then friends and other people whom the
    /// viewer follows, then friends of friends, then names that start with the query, then others; at most 20 per page.
    ///
    /// One or two letters match the start of any word; longer queries also match inside words, and so do two letters in
    /// the names of people whom the viewer follows and of friends of friends. Of the friends of friends, those of the
    /// newest friends are compared, about 400.
    /// - Throws: ``SocialError/Code/invalidValue`` for a query that is not 1 to 100 characters long.
    func people(matching query: String, _ page: PageRequest) async throws -> Page<Person>
    /// Suggests people to add, best first.
    /// - Parameter codes: friend codes from the viewer's contacts.
    /// - Throws: ``SocialError/Code/invalidValue`` for more than ``FriendCode/maxPerRequest`` codes.
    func suggestions(codes: [String], _ page: PageRequest) async throws -> Page<Person>
    /// A person's avatar.
    /// - Throws: ``SocialError/Code/personNotFound``, or ``SocialError/Code/photoNotFound`` when there is none.
    func avatar(of person: PersonReference) async throws -> StoredImage
    /// A person's header image.
    /// - Throws: ``SocialError/Code/personNotFound``, or ``SocialError/Code/photoNotFound`` when there is none.
    func header(of person: PersonReference) async throws -> StoredImage
    /// A QR code with the address of a person's profile.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func profileQRCode(of person: PersonReference, as format: QRCodeImage.Format) async throws -> QRCodeImage
}
