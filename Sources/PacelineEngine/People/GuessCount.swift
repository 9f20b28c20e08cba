import Foundation
import Paceline
import PacelineDatabase

/// Counts the passwords that were tried for a person, or on a trusted client, since the last correct one.
///
/// Counting by person stops those who guess from many addresses; counting trusted clients apart keeps them from locking
/// out the account's owner. None of the counts can be multiplied without the password or a passkey. Usernames count
/// alike whether they exist or not. Source: NIST SP 800-63B, 5.2.2.
struct GuessCount {
    /// A hash of the person, of a username that no one has, of the client, or of the person's sessions.
    let subject: [UInt8]
    private let pauses: [Pause]

    /// The time between two guesses, from a number of guesses on.
    private struct Pause {
        let guesses: Int
        let seconds: TimeInterval
    }

    /// Guesses are forgotten this long after the last one, in seconds.
    private static let lifetime: TimeInterval = 7 * 86_400
    /// The same, once guesses are limited to one a day. Otherwise a hundred guesses, then a week of waiting, would be
    /// faster.
    private static let longLifetime: TimeInterval = 100 * 86_400

    /// The count of a person on clients that they never signed in with, whichever of their usernames is tried: a former
    /// one signs in, too.
    /// - Parameter person: nil if no one signs in with the username, which then has a count of its own.
    init(of person: Person.ID?, username: String, _ key: CommunityKey) {
        subject =
            person.map { key.hash("person", $0.description) } ?? key.hash("username", username.lowercased())
        pauses = [Pause(guesses: 100, seconds: 86_400), Pause(guesses: 10, seconds: 900)]
    }

    /// The count of a trusted client.
    init(client: UUID, _ key: CommunityKey) {
        self.init(known: "client", client, key)
    }

    /// The count of a person's sessions, for passwords that are asked for again.
    ///
    /// One for all of them, since each sign-in opens another session. Those that were opened with a weaker credential
    /// count apart: a thief of a device must not keep the owner from changing the password.
    /// - Parameter provider: the credential that opened the session; nil if its caller has authenticated the person.
    init(confirming person: Person.ID, inSessionOf provider: IdentityProvider?, _ key: CommunityKey) {
        let isTrusted = provider?.makesClientsTrusted ?? true
        self.init(known: isTrusted ? "trusted sessions" : "sessions", person.uuid, key)
    }

    private init(known purpose: String, _ id: UUID, _ key: CommunityKey) {
        subject = key.hash(purpose, id.uuidString)
        pauses = [Pause(guesses: 100, seconds: 86_400), Pause(guesses: 10, seconds: 60)]
    }
}

extension IdentityProvider {
    /// Whether a sign-in shows that the person knows the password, or has something stronger, so that the guesses of
    /// its client and session can count apart from those of others.
    var makesClientsTrusted: Bool { self == .password || self == .passkey }
}

extension Connection {
    /// Counts a guess before it is checked, so that guesses sent at once count, too.
    /// - Throws: ``SocialError/Code/rateLimited`` if it comes too early; it is then not to be checked.
    func add(_ count: GuessCount, at now: Date) throws {
        let isCounted = try execute(
            """
            INSERT INTO guesses (subject, guesses, allowed_at, expires_at)
            VALUES (\(count.subject), 1, \(now), \(count.end(after: now)))
            ON CONFLICT (subject) DO UPDATE
            SET guesses = CASE WHEN guesses.expires_at <= \(now) THEN 1 ELSE guesses.guesses + 1 END,
                allowed_at = \(count.nextAllowed(after: now)),
                expires_at = \(count.nextEnd(after: now))
            WHERE guesses.allowed_at <= \(now)
            """)
        guard isCounted == 0 else { return }
        let allowed = try fetchFirst("SELECT allowed_at FROM guesses WHERE subject = \(count.subject)") {
            $0[0] as Date
        }
        throw SocialError.tooOften("Too many wrong passwords.", wait: (allowed ?? now).timeIntervalSince(now))
    }

    /// Writes the count without changing it.
    func touch(_ count: GuessCount) throws {
        try send("UPDATE guesses SET guesses = guesses WHERE subject = \(count.subject)")
    }

    /// Takes back a guess that was not checked.
    func takeBack(_ count: GuessCount, at now: Date) throws {
        try send(
            "UPDATE guesses SET guesses = guesses - 1, allowed_at = \(now) WHERE subject = \(count.subject)")
    }

    /// Forgets the guesses, after a correct one.
    func reset(_ count: GuessCount) throws {
        try send("DELETE FROM guesses WHERE subject = \(count.subject)")
    }
}

extension GuessCount {
    fileprivate func end(after now: Date) -> Date { now.addingTimeInterval(Self.lifetime) }

    /// When the guesses are forgotten, given the stored number of guesses before this one.
    fileprivate func nextEnd(after now: Date) -> SQL {
        guard let last = pauses.first(where: { $0.seconds >= 86_400 }) else { return "excluded.expires_at" }
        return """
            CASE WHEN guesses.expires_at > \(now) AND guesses.guesses + 1 >= \(last.guesses)
                THEN \(now.addingTimeInterval(Self.longLifetime)) ELSE excluded.expires_at END
            """
    }

    /// When the next guess is allowed, given the stored number of guesses before this one.
    fileprivate func nextAllowed(after now: Date) -> SQL {
        let cases = pauses.map { pause -> SQL in
            "WHEN guesses.guesses + 1 >= \(pause.guesses) THEN \(now.addingTimeInterval(pause.seconds))"
        }
        return """
            CASE WHEN guesses.expires_at <= \(now) THEN \(now) \(cases.joined(separator: " ")) ELSE \(now) END
            """
    }
}
