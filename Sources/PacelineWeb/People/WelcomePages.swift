import Paceline

/// Choosing a username, which all social features require.
enum WelcomePages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        guard user.account.username == nil else { return .redirect(to: request.nextPath ?? LocalPath("/")) }
        return try await page(request, user, nil)
    }

    static func choose(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        do {
            var changes = AccountChanges(displayName: request.form["displayName"])
            if user.account.birthDate == nil {
                changes.birthDate = try SignInPages.birthDate(in: request.form)
            }
            _ = try await user.session.setUsername(
                (request.form["username"] ?? "").lowercased(), with: changes)
            return .redirect(to: WelcomeStep.start(before: request.nextPath))
        } catch let error as SocialError where error.field != nil {
            return try await page(request, user, error)
        }
    }

    /// Tells the script whether a username is available, as the user types.
    static func availability(_ request: WebRequest) async throws -> PageResponse {
        let name = (request.query["username"] ?? "").lowercased()
        let availability = try await request.engine.availability(ofUsername: name)
        let reason = availability.reason.map {
            request.localizer("error.\($0.rawValue)", request.localizer.usernameLimits)
        }
        return .fragment(
            "People/availability",
            [
                "isAvailable": .flag(availability.available),
                "text": .text(reason ?? request.localizer("welcome.available", ["username": name])),
            ])
    }

    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ error: SocialError?
    ) async throws -> PageResponse {
        let localizer = request.localizer
        var fields = [
            Field.username(localizer, isNew: true),
            Field(
                name: "displayName", label: localizer("signUp.displayName"),
                hint: localizer("signUp.displayNameHint"), autocomplete: "name"),
        ]
        if user.account.birthDate == nil { fields.append(.birthDate(localizer)) }
        var view = fields.view(error, localizer) { request.form[$0] }
        view["next"] = .text(optional: request.nextPath?.description)
        view["nextQuery"] = .text(LocalPath.query(continuingAt: request.nextPath))
        view["invitation"] = try await request.invitation()
        return .page(
            "People/welcome", title: localizer("welcome.title"), status: error == nil ? 200 : 422, view)
    }
}
