extension SecurityEvent {
    /// The event as an English sentence without a period: `Access token “Rowing script” created`.
    public var sentence: String { sentence(worded: NotificationTexts.english) }

    /// Where it came from: `Firefox on Linux, 192.0.2.0/24`. Nil if neither the client nor the network is known.
    public var origin: String? {
        let parts = [clientName, network].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Words the event with texts of any language.
    package func sentence(worded text: NotificationTexts.TextLookup) -> String {
        counted(occurrence(worded: text), worded: text)
    }

    /// Words a notification of the event, with where it came from and, of several, how often it happened: `New sign-in
    /// from Firefox on Linux, 192.0.2.0/24 (3×)`.
    func headline(worded text: NotificationTexts.TextLookup) -> String {
        let isNewSignIn = kind == .signedIn
        let event = isNewSignIn ? text("security.newSignIn", [:]) : occurrence(worded: text)
        let headline = origin.map { origin in
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
            .recovered, .restored, .emailChanged, .birthDateSet, .birthDateCorrected, .staffCallRefused:
            return text(key, [:])
        case .roleChanged: return text(key, ["role": role(worded: text)])
        }
    }

    /// The role that the event is about.
    private func role(worded text: NotificationTexts.TextLookup) -> String {
        guard let role = detail.flatMap(StaffRole.init(rawValue:)) else { return text("role.member", [:]) }
        return text("role.\(role.rawValue)", [:])
    }

    /// The way to sign in that the event is about.
    private func way(worded text: NotificationTexts.TextLookup) -> String {
        guard let way = detail.flatMap(IdentityProvider.init(rawValue:)) else { return detail ?? "" }
        return text("way.\(way.rawValue)", [:])
    }
}
