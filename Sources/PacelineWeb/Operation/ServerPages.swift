import Paceline

/// The page about this server: where data is stored, and who can see it.
enum ServerPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        let isLive = try await isLive(user)
        let sharing = sharing(user.account.settings)
        let states = [
            state("place", "stored", isGood: true, localizer),
            state("live", isLive ? "connected" : "away", isGood: isLive, localizer),
            state("sharing", sharing, isGood: sharing != "off", localizer),
        ]
        return SettingsSection.server.page(
            request,
            View([
                "states": .list(states), "address": .text(request.engine.environment.publicURL),
                "version": .text(request.version), "now": .text(localizer.moment(localizer.now)),
                "timeZone": .text(user.account.timeZone.replacing("_", with: " ")),
            ]).merging(request.operatorView))
    }

    /// Which of workouts and scores the user shares, as a key of the texts: off, scores, workouts or on.
    private static func sharing(_ settings: AccountSettings) -> String {
        switch (settings.workoutVisibility, settings.scoreVisibility) {
        case (.private, .private): "off"
        case (.private, _): "scores"
        case (_, .private): "workouts"
        default: "on"
        }
    }

    private static func state(_ name: String, _ value: String, isGood: Bool, _ localizer: Localizer) -> View {
        [
            "name": .text(localizer("server.\(name).name")),
            "value": .text(localizer("server.\(name).\(value)")),
            "text": .text(localizer("server.\(name).\(value)Text")), "isGood": .flag(isGood),
        ]
    }

    /// Whether a live stream can be opened. Fails if the user has too many, in which case other pages get none
    /// either.
    private static func isLive(_ user: SignedInUser) async throws -> Bool {
        do {
            var events = user.session.events(after: nil, watching: []).makeAsyncIterator()
            return try await events.next() != nil
        } catch let error as SocialError where error.code == .limitReached || error.code == .unavailable {
            return false
        }
    }
}

extension ServerPages {
    /// How long the contact may be relied on, in days.
    private static let contactLifetime = 180

    /// Where to report a vulnerability of this server; missing unless the operator names a contact. Source: RFC 9116.
    static func securityText(_ request: WebRequest) async throws -> PageResponse {
        guard let contact = request.serverOperator.contact else { throw SocialError.pageNotFound }
        let end = Day(of: request.localizer.now, in: .gmt).adding(days: contactLifetime)
        let text = "Contact: \(contact.href)\nExpires: \(end.dashed)T00:00:00Z\nPreferred-Languages: en\n"
        return PageResponse(content: .bytes(Array(text.utf8), mediaType: "text/plain; charset=utf-8"))
    }
}
