import Foundation
import Paceline
import PacelineDatabase

extension CountedUse {
    /// A link that confirms an address, by its receiver.
    static func confirmation(by person: Person.ID) -> CountedUse {
        CountedUse(
            name: "emailConfirmations", subject: withUnsafeBytes(of: person.uuid.uuid) { Array($0) },
            limit: 5, span: 86_400, problem: "You have asked for 5 links within a day.")
    }

    /// A link that confirms an address, by the address, which may be another person's.
    /// - Parameter address: a keyed hash.
    static func confirmation(to address: [UInt8]) -> CountedUse {
        CountedUse(
            name: "confirmedAddresses", subject: address, limit: 5, span: 86_400,
            problem: "Too many links were sent to this address today.")
    }

    /// A link to regain an account.
    /// - Parameter account: a keyed hash of the username or address, which may not exist.
    static func recoveryMail(to account: [UInt8]) -> CountedUse {
        CountedUse(
            name: "recoveryMails", subject: account, limit: 3, span: 3_600,
            problem: "Three links were requested for this account within an hour.")
    }

    /// A link to regain an account, by its owner, who can be named by a username and by an address.
    static func recoveryMail(of person: Person.ID) -> CountedUse {
        CountedUse(
            name: "recoveryMailPeople", subject: withUnsafeBytes(of: person.uuid.uuid) { Array($0) },
            limit: 3, span: 3_600)
    }

    /// Links to regain accounts that one address asks for. Otherwise it could have mail sent to all members.
    /// - Parameter address: a keyed hash of the address.
    static func recoveryMails(from address: [UInt8]) -> CountedUse {
        CountedUse(
            name: "recoveryMailAddresses", subject: address, limit: 30, span: 3_600,
            problem: "Too many links were requested from this network within an hour.")
    }
}

extension Connection {
    /// Queues a message.
    func queue(
        _ kind: MailKind, to person: Person.ID?, account: String? = nil, event: SecurityEvent.ID? = nil,
        address: String? = nil, until expiresAt: Date? = nil, at now: Date, using random: RandomSource
    ) throws {
        let id = QueuedMail.ID.new(at: now, using: random)
        let end = expiresAt ?? now.addingTimeInterval(kind.lifetime)
        try send(
            """
            INSERT INTO mails (id, kind, person, account, event, address, attempts, due_at, expires_at)
            VALUES (\(id), \(kind), \(person), \(account), \(event), \(address), 0, \(now), \(end))
            """)
    }

    /// Index: `mails_by_due_time`.
    fileprivate func hasDueMail(at now: Date) throws -> Bool {
        try exists("SELECT 1 FROM mails WHERE due_at <= \(now) AND expires_at > \(now)")
    }

    /// Takes up to `limit` messages that are due, so that no other server sends them meanwhile.
    /// - Parameter end: when they are due again, unless they are sent.
    fileprivate func takeMail(_ limit: Int, until end: Date, at now: Date) throws -> [QueuedMail] {
        try fetchChanged(
            """
            UPDATE mails
            SET due_at = \(end), attempts = attempts + 1
            WHERE id IN (
                SELECT id
                FROM mails
                WHERE due_at <= \(now) AND expires_at > \(now)
                ORDER BY due_at, id
                LIMIT \(limit))
            RETURNING id, kind, person, account, event, address, attempts, expires_at
            """
        ) { row in
            QueuedMail(
                id: row.next(), kind: row.next(), person: row.next(), account: row.next(), event: row.next(),
                address: row.next(), attempts: row.next(), expiresAt: row.next())
        }
    }

    fileprivate func remove(_ mail: QueuedMail) throws {
        try send("DELETE FROM mails WHERE id = \(mail.id)")
    }

    fileprivate func postpone(_ mail: QueuedMail, to instant: Date) throws {
        try send("UPDATE mails SET due_at = \(instant) WHERE id = \(mail.id)")
    }

    /// The accounts that a typed username or confirmed address names, a few at most. Only those with a username can
    /// choose a password, and mail is not safe enough for the staff. Index: `accounts_by_confirmed_email`.
    fileprivate func people(recovering account: String) throws -> [Person.ID] {
        guard account.contains("@") else {
            let named = try person(named: account.lowercased())
            return try [named].compactMap(\.self).filter { try role(of: $0) == nil }
        }
        return try fetch(
            """
            SELECT accounts.person
            FROM accounts
            JOIN people ON people.id = accounts.person
            WHERE accounts.confirmed_email = \(account.lowercased()) AND people.username IS NOT NULL
                AND accounts.role IS NULL
            ORDER BY accounts.person
            LIMIT 5
            """
        ) { $0[0] as Person.ID }
    }

    /// The names, the address and the age of a receiver.
    fileprivate func mailReceiver(_ person: Person.ID) throws -> MailReceiver? {
        try fetchFirst(
            """
            SELECT people.username, accounts.email, accounts.email_confirmed_at, accounts.child_until
            FROM people
            JOIN accounts ON accounts.person = people.id
            WHERE people.id = \(person)
            """
        ) { row in
            MailReceiver(
                person: person, username: row.next(), email: row.next(), confirmedAt: row.next(),
                childUntil: row.next())
        }
    }
}

/// The account that a message is for.
struct MailReceiver {
    let person: Person.ID
    let username: String?
    let email: String?
    let confirmedAt: Date?
    let childUntil: Date?

    /// The address, if mail to the account may be sent there. Children get none.
    func address(mustBeConfirmed: Bool, at now: Date) -> MailAddress? {
        guard !isChild(at: now), !mustBeConfirmed || confirmedAt != nil else { return nil }
        return email.flatMap { MailAddress($0) }
    }

    fileprivate func isChild(at now: Date) -> Bool { childUntil.map { $0 > now } ?? false }
}

extension Engine {
    /// How many messages are sent at a time.
    private static let sentAtOnce = 4
    /// How many messages one run of the job sends at most.
    private static let sentPerRun = 200
    /// How long other servers leave a message alone that this one sends, in seconds. Longer than sending may take.
    private static let lease: TimeInterval = 120
    /// The pause after the first failure, in seconds. Each further one is five times as long.
    private static let firstPause: TimeInterval = 60

    /// A message that was not sent, for the operator's log. It names neither receiver nor text.
    struct UnsentMail: Sendable, Equatable {
        let kind: String
        let attempt: Int
        /// Whether it is not tried again.
        let isLast: Bool
        let error: String
    }

    /// Sends the messages that are due.
    /// - Returns: those that failed.
    func sendMail() async throws -> [UnsentMail] {
        guard let transport = environment.mail else { return [] }
        var failures: [UnsentMail] = []
        for _ in 0..<Self.sentPerRun / Self.sentAtOnce {
            let now = environment.now()
            guard try await read({ try $0.hasDueMail(at: now) }) else { break }
            let taken = try await write { [self] connection in
                try connection.takeMail(
                    Self.sentAtOnce, until: now.addingTimeInterval(Self.lease), at: now
                ).map { mail in (mail, try message(for: mail, in: connection, at: now)) }
            }
            try await withThrowingTaskGroup(of: UnsentMail?.self) { group in
                for (mail, message) in taken {
                    guard let message else { continue }
                    group.addTask { try await send(message, for: mail, through: transport) }
                }
                for try await failure in group {
                    if let failure { failures.append(failure) }
                }
            }
        }
        return failures
    }

    private func send(
        _ message: MailMessage, for mail: QueuedMail, through transport: any MailTransport
    ) async throws -> UnsentMail? {
        do {
            try await transport.send(message)
            try await write { try $0.remove(mail) }
            return nil
        } catch let failure as MailFailure {
            let pause = Self.firstPause * pow(5, Double(mail.attempts - 1))
            let next = environment.now().addingTimeInterval(pause)
            let isLast = next >= mail.expiresAt
            try await write { try isLast ? $0.remove(mail) : $0.postpone(mail, to: next) }
            return UnsentMail(
                kind: mail.kind.rawValue, attempt: mail.attempts, isLast: isLast,
                error: failure.description)
        }
    }

    /// Writes the message, or removes it from the queue if it has become pointless.
    private func message(
        for mail: QueuedMail, in connection: any Connection, at now: Date
    ) throws -> MailMessage? {
        if let account = mail.account {
            for person in try connection.people(recovering: account) {
                let isAllowed = try connection.take(1, of: .recoveryMail(of: person), at: now) == 1
                guard isAllowed else { continue }
                try connection.queue(
                    .recovery, to: person, until: mail.expiresAt, at: now, using: environment.random)
            }
        } else if let person = mail.person, let receiver = try connection.mailReceiver(person),
            let message = try message(for: mail, to: receiver, in: connection, at: now)
        {
            return message
        }
        try connection.remove(mail)
        return nil
    }

    private func message(
        for mail: QueuedMail, to receiver: MailReceiver, in connection: any Connection, at now: Date
    ) throws -> MailMessage? {
        let texts = MailTexts(username: receiver.username, publicURL: environment.publicURL)
        switch mail.kind {
        case .confirmation:
            guard receiver.confirmedAt == nil,
                let address = receiver.address(mustBeConfirmed: false, at: now)
            else { return nil }
            let confirmation = EmailConfirmation(
                of: address.description, by: receiver.person,
                until: now.addingTimeInterval(EmailConfirmation.lifetime))
            return texts.confirmation(confirmation.code(communityKey), to: address)
        case .recovery:
            guard let address = receiver.address(mustBeConfirmed: true, at: now) else { return nil }
            let code = try connection.insertMailedCode(of: receiver.person, at: now)
            return texts.recovery(code.description, to: address)
        case .securityEvent:
            guard let address = try noticeAddress(for: mail, to: receiver, in: connection, at: now),
                let event = try mail.event.flatMap({
                    try connection.securityEvent($0, of: receiver.person, at: now)
                })
            else { return nil }
            return texts.notice(of: event, to: address)
        case .formerAddress:
            guard let address = mail.address.flatMap({ MailAddress($0) }) else { return nil }
            return texts.formerAddress(to: address)
        }
    }

    /// The address that the message is for, if it is still confirmed or a former one.
    private func noticeAddress(
        for mail: QueuedMail, to receiver: MailReceiver, in connection: any Connection, at now: Date
    ) throws -> MailAddress? {
        guard let address = mail.address, !receiver.isChild(at: now) else { return nil }
        let isCurrent = address == receiver.email && receiver.confirmedAt != nil
        guard try isCurrent || connection.isFormerAddress(address, of: receiver.person, at: now) else {
            return nil
        }
        return MailAddress(address)
    }
}

extension ConsumerContext {
    /// Queues messages about a security event to its person's confirmed address, and to those confirmed until last
    /// week.
    ///
    /// Nothing about wrong passwords, with which strangers could fill a mailbox, about events that are counted in an
    /// earlier one, and about what happened before the address was confirmed.
    func queueNotice(of event: LoggedEvent) throws {
        let end = event.at.addingTimeInterval(MailKind.securityEvent.lifetime)
        guard environment.mail != nil, end > now else { return }
        let id = SecurityEvent.ID(event.subject)
        guard let stored = try connection.securityEvent(id, of: event.person, at: now), stored.count == 1,
            MailTexts.sentence(about: stored.kind) != nil
        else { return }
        let current = try connection.fetch(
            """
            SELECT email
            FROM accounts
            WHERE person = \(event.person) AND email IS NOT NULL AND email_confirmed_at < \(event.at)
            """
        ) { $0[0] as String }
        let former = try connection.formerAddresses(for: stored, of: event.person)
        // Each message names its address, since a thief could change the account's before it is sent.
        for address in current + former {
            try connection.queue(
                .securityEvent, to: event.person, event: id, address: address, until: end, at: now,
                using: environment.random)
        }
    }
}
