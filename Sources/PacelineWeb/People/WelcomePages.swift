import Paceline

/// Choosing a username, for which everything social waits.
enum WelcomePages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        guard caller.account.username == nil else { return .redirect(to: visit.next ?? LocalPath("/")) }
        return page(visit, caller, nil)
    }

    static func choose(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        do {
            var changes = AccountChanges(displayName: visit.form["displayName"])
            if caller.account.birthDate == nil {
                changes.birthDate = try SignInPages.birthDate(in: visit.form)
            }
            _ = try await caller.session.setUsername(
                (visit.form["username"] ?? "").lowercased(), with: changes)
            return .redirect(to: visit.next ?? LocalPath("/"))
        } catch let error as SocialError where error.field != nil {
            return page(visit, caller, error)
        }
    }

    /// Whether a username can be had: what the script asks while somebody types.
    static func availability(_ visit: Visit) async throws -> PageAnswer {
        let name = (visit.query["username"] ?? "").lowercased()
        let answer = try await visit.engine.availability(ofUsername: name)
        let reason = answer.reason.map { visit.wording("error.\($0.rawValue)") }
        return .fragment(
            "People/availability",
            [
                "isAvailable": .flag(answer.available),
                "text": .text(reason ?? visit.wording("welcome.available", ["username": name])),
            ])
    }

    private static func page(_ visit: Visit, _ caller: Caller, _ error: SocialError?) -> PageAnswer {
        let wording = visit.wording
        var fields = [
            Field.username(wording, isNew: true),
            Field(
                name: "displayName", label: wording("signUp.displayName"),
                hint: wording("signUp.displayNameHint"), autocomplete: "name"),
        ]
        if caller.account.birthDate == nil { fields.append(.birthDate(wording)) }
        var view = fields.view(error, wording) { visit.form[$0] }
        view["next"] = .text(optional: visit.next?.description)
        return .page(
            "People/welcome", title: wording("welcome.title"), status: error == nil ? 200 : 422, view)
    }
}
