extension SecurityEvent {
    /// The event as an English sentence without a period: `Access token “Rowing script” created`.
    public var sentence: String { sentence(worded: NotificationTexts.english) }

    /// Where it came from, in English: `Firefox on Linux, at an address beginning with 192.0.2`. Nil if neither the
    /// client nor the network is known.
    public var origin: String? { origin(worded: NotificationTexts.english) }

    /// Words where it came from with texts of any language.
    package func origin(worded text: NotificationTexts.TextLookup) -> String? {
        let place = network.map { NetworkText.words(for: $0, worded: text) }
        guard let clientName else { return place }
        return place.map { text("security.origin", ["client": clientName, "network": $0]) } ?? clientName
    }

    /// Words the event with texts of any language.
    package func sentence(worded text: NotificationTexts.TextLookup) -> String {
        counted(occurrence(worded: text), worded: text)
    }

    /// Words a notification of the event, with where it came from and, of several, how often it happened: `New sign-in
    /// from Firefox on Linux, at an address beginning with 192.0.2 (3×)`.
    func headline(worded text: NotificationTexts.TextLookup) -> String {
        let isNewSignIn = kind == .signedIn
        let event = isNewSignIn ? text("security.newSignIn", [:]) : occurrence(worded: text)
        let headline = origin(worded: text).map { origin in
            text(
                isNewSignIn || kind == .signInFailed ? "sentence.security.from" : "sentence.security.by",
                ["event": event, "origin": origin])
        }
        return counted(headline ?? event, worded: text)
    }

    /// Adds how often it happened, unless the event says so itself.
    private func counted(_ event: String, worded text: NotificationTexts.TextLookup) -> String {
        guard count > 1, kind != .signInFailed else { return event }
        return text("security.times", ["event": event, "count": Measure.grouped(count)])
    }

    /// Words what happened, once or several times.
    private func occurrence(worded text: NotificationTexts.TextLookup) -> String {
        let key = "security.\(kind.rawValue)"
        switch kind {
        case .signedIn, .identityLinked, .identityUnlinked: return text(key, ["way": way(worded: text)])
        case .tokenCreated, .tokenRevoked, .usernameChanged, .passkeyAdded, .passkeyRemoved, .passkeyCopied:
            return text(key, ["name": detail ?? ""])
        case .sessionEnded: return text(key, ["name": detail ?? text("security.unknownClient", [:])])
        case .signInFailed:
            return text(key + (count == 1 ? ".one" : ".other"), ["count": Measure.grouped(count)])
        case .unknown: return text("security.unknown", [:])
        case .signedUp, .signedOutEverywhere, .passwordChanged, .recoveryCodesCreated, .recoveryLinkCreated,
            .recovered, .restored, .emailChanged, .emailConfirmed, .birthDateSet, .birthDateCorrected,
            .staffCallRefused, .friendCardClaimed:
            return text(key, [:])
        case .groupTransferred, .groupDeleted:
            return detail.map { text("\(key).titled", ["title": $0]) } ?? text("\(key).untitled", [:])
        case .roleChanged: return text(key, ["role": role(detail, worded: text)])
        case .staffChanged: return staffChange(worded: text)
        }
    }

    /// Whose role changed, and who changed it.
    private func staffChange(worded text: NotificationTexts.TextLookup) -> String {
        let words = (detail ?? "").split(separator: " ").map(String.init)
        var values = [
            "name": words.first ?? "", "role": role(words.dropFirst().first, worded: text),
        ]
        guard words.count > 2 else { return text("security.staffChanged", values) }
        values["actor"] = words[2]
        return text("security.staffChangedBy", values)
    }

    private func role(_ word: String?, worded text: NotificationTexts.TextLookup) -> String {
        guard let role = word.flatMap(StaffRole.init(rawValue:)) else { return text("role.member", [:]) }
        return text("role.\(role.rawValue)", [:])
    }

    /// The way to sign in that the event is about.
    private func way(worded text: NotificationTexts.TextLookup) -> String {
        guard let way = detail.flatMap(IdentityProvider.init(rawValue:)) else { return detail ?? "" }
        return text("way.\(way.rawValue)", [:])
    }
}
