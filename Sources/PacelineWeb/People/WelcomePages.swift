import Paceline

/// Choosing a username, which all social features require.
enum WelcomePages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        guard user.account.username == nil else { return .redirect(to: request.nextPath ?? LocalPath("/")) }
        return try await page(request, user, [])
    }

    static func choose(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let username = (request.form["username"] ?? "").lowercased()
        var changes = AccountChanges(displayName: request.form["displayName"])
        var found = ErrorCollector()
        if user.account.birthDate == nil {
            changes.birthDate = found.check { () throws(SocialError) in
                try SignInPages.birthDate(in: request)
            }
        }
        let errors = try await request.engine.errors(
            inUsername: username, displayName: changes.displayName, birthDate: changes.birthDate,
            timeZone: user.account.timeZone)
        guard errors.isEmpty, found.errors.isEmpty else {
            return try await page(request, user, errors + found.errors)
        }
        do {
            _ = try await user.session.setUsername(username, with: changes)
            return .redirect(to: WelcomeStep.start(before: request.nextPath))
        } catch let error as SocialError where error.field != nil {
            return try await page(request, user, [error])
        }
    }

    /// Tells the script whether a username is available, as the user types.
    static func availability(_ request: WebRequest) async throws -> PageResponse {
        let name = (request.query["username"] ?? "").lowercased()
        let availability = try await request.engine.availability(ofUsername: name)
        let reason = availability.reason.map {
            request.localizer(
                "error.\($0.rawValue)", request.localizer.limits(request.localizer.usernameLengths))
        }
        return .fragment(
            "People/availability",
            [
                "isAvailable": .flag(availability.available),
                "text": .text(reason ?? request.localizer("welcome.available", ["username": name])),
            ])
    }

    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ errors: [SocialError]
    ) async throws -> PageResponse {
        let localizer = request.localizer
        var fields = [
            Field.username(localizer, isNew: true),
            Field(
                name: "displayName", label: localizer("signUp.displayName"),
                hint: localizer("signUp.displayNameHint"), autocomplete: "name",
                length: TextRule.displayName.length),
        ]
        if user.account.birthDate == nil { fields.append(.birthDate(request)) }
        var view = fields.view(errors, localizer) { request.form[$0] }
        view["next"] = .text(optional: request.nextPath?.description)
        view["nextQuery"] = .text(LocalPath.query(continuingAt: request.nextPath))
        view["invitation"] = try await request.invitation()
        return .page(
            "People/welcome", title: localizer("welcome.title"), status: errors.isEmpty ? 200 : 422, view)
    }
}
