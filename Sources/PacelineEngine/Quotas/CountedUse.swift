import Foundation
import Paceline
import PacelineDatabase

/// A use of something that a person or an address may do only so often within a span of time.
///
/// The span begins with the first use. Counting rows of the thing itself would cost more, and would not count what was
/// deleted since.
struct CountedUse {
    let name: String
    /// Who uses it: a person's id, or a keyed hash.
    let subject: [UInt8]
    let limit: Int
    /// The span of time, in seconds.
    let span: TimeInterval
    /// What the error says before “Try again in …”; empty for a use that is never refused.
    var problem = ""

    /// A comment by a person.
    static func comment(by person: Person.ID, limit: Int) -> CountedUse {
        CountedUse(
            name: "comments", subject: withUnsafeBytes(of: person.uuid.uuid) { Array($0) }, limit: limit,
            span: 3_600, problem: "You have written \(Measure.count(limit, "comment")) within an hour.")
    }

    /// A workout that a person publishes for the first time. No quota counts its row.
    static func newWorkout(by person: Person.ID, limit: Int) -> CountedUse {
        CountedUse(
            name: "workouts", subject: withUnsafeBytes(of: person.uuid.uuid) { Array($0) }, limit: limit,
            span: 86_400,
            problem: "You have published \(Measure.count(limit, "new workout")) within a day.")
    }

    /// A reserved id of a deleted item.
    static func reservedID(by person: Person.ID) -> CountedUse {
        CountedUse(
            name: "spentIDs", subject: withUnsafeBytes(of: person.uuid.uuid) { Array($0) }, limit: 1_000,
            span: 86_400)
    }

    /// An account that is created by signing in with a device.
    /// - Parameter address: a keyed hash of the device's address.
    static func deviceAccount(from address: [UInt8], limit: Int) -> CountedUse {
        CountedUse(
            name: "deviceAccounts", subject: address, limit: limit, span: 86_400,
            problem: "Too many accounts without a password were created from this network today.")
    }
}

extension Connection {
    /// Counts a use, or several at once.
    /// - Parameter count: at most the limit.
    /// - Throws: ``SocialError/Code/rateLimited`` if there were too many; none is then counted.
    func add(_ use: CountedUse, _ count: Int = 1, at now: Date) throws {
        guard count > 0 else { return }
        let isCounted = try execute(
            """
            INSERT INTO counted_uses (name, subject, uses, ends_at)
            VALUES (\(use.name), \(use.subject), \(count), \(now.addingTimeInterval(use.span)))
            ON CONFLICT (name, subject) DO UPDATE
            SET uses = CASE WHEN counted_uses.ends_at <= \(now)
                    THEN excluded.uses ELSE counted_uses.uses + \(count) END,
                ends_at = CASE WHEN counted_uses.ends_at <= \(now)
                    THEN excluded.ends_at ELSE counted_uses.ends_at END
            WHERE counted_uses.uses <= \(use.limit - count) OR counted_uses.ends_at <= \(now)
            """)
        guard isCounted == 0 else { return }
        throw try refusal(of: use, at: now)
    }

    /// The error of a use beyond the limit.
    func refusal(of use: CountedUse, at now: Date) throws -> SocialError {
        let end = try uses(of: use, at: now)?.end ?? now
        return .tooOften(use.problem, wait: end.timeIntervalSince(now))
    }

    /// How many more uses the limit allows now.
    func room(for use: CountedUse, at now: Date) throws -> Int {
        max(0, use.limit - (try uses(of: use, at: now)?.count ?? 0))
    }

    /// The uses in the current span of time; nil for none.
    private func uses(of use: CountedUse, at now: Date) throws -> (count: Int, end: Date)? {
        try fetchFirst(
            """
            SELECT uses, ends_at
            FROM counted_uses
            WHERE name = \(use.name) AND subject = \(use.subject) AND ends_at > \(now)
            """
        ) { ($0[0], $0[1]) }
    }

    /// Counts several uses, up to the limit.
    /// - Returns: how many were counted.
    func take(_ count: Int, of use: CountedUse, at now: Date) throws -> Int {
        guard count > 0 else { return 0 }
        let current = try self.uses(of: use, at: now)
        let uses = current?.count ?? 0
        let taken = min(count, max(0, use.limit - uses))
        guard taken > 0 else { return 0 }
        try send(
            """
            INSERT INTO counted_uses (name, subject, uses, ends_at)
            VALUES (
                \(use.name), \(use.subject), \(uses + taken), \(current?.end ?? now.addingTimeInterval(use.span)))
            ON CONFLICT (name, subject) DO UPDATE
            SET uses = excluded.uses, ends_at = excluded.ends_at
            """)
        return taken
    }
}

extension SocialError {
    /// - Parameters:
    ///   - problem: the sentence before “Try again in …”.
    ///   - wait: in seconds.
    static func tooOften(_ problem: String, wait: TimeInterval, field: String? = nil) -> SocialError {
        let (length, unit): (Double, String) =
            wait > 172_800
            ? (86_400, "day") : wait > 5_400 ? (3_600, "hour") : wait > 90 ? (60, "minute") : (1, "second")
        let number = max(1, Int((wait / length).rounded(.up)))
        return SocialError(
            .rateLimited, "\(problem) Try again in \(Measure.count(number, unit)).", field: field,
            retryAfter: max(1, Int(wait.rounded(.up))))
    }
}
