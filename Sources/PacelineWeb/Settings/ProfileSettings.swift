import Foundation
import Paceline

/// The profile settings, public and private.
enum ProfileSettings {
    private static let path = LocalPath(SettingsSection.profile.path)

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(request, user, [])
    }

    static func save(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let displayName = request.form["displayName"] ?? ""
        var changes = AccountChanges(
            // Rules that are newer than the name must not stop the other changes.
            displayName: displayName == user.account.displayName ? nil : displayName,
            bio: (request.form["bio"] ?? "").replacing("\r\n", with: "\n"),
            // The field is hidden until the user has confirmed.
            email: request.form.has("email") ? request.form["email"] ?? "" : nil,
            fullName: request.form["fullName"] ?? "", timeZone: request.form["timeZone"])
        var found = ErrorCollector()
        if user.account.birthDate == nil, request.form["birthDate"] != nil {
            changes.birthDate = found.check { () throws(SocialError) in
                let birthDate = try SignInPages.birthDate(in: request)
                try AgeGroup.check(
                    birthDate: birthDate, today: AgeGroup.day(of: request.localizer.now, in: user.timeZone),
                    minimumAge: request.engine.environment.minimumAge)
                return birthDate
            }
        }
        let errors = changes.errors + found.errors
        guard errors.isEmpty else { return try await page(request, user, errors) }
        do {
            let saved = try await ReauthenticationPages.unlessNeeded { [changes] in
                try await user.session.update(changes, ifMatch: nil)
            }
            if let saved {
                let isNewAddress = saved.email != nil && saved.email != user.account.email
                let mustConfirm = isNewAddress && request.engine.environment.mail != nil
                return SettingsSection.profile.saved(
                    request, mustConfirm ? "confirmationSent" : "settingsSaved")
            }
            // Only these wait for the user to confirm.
            (changes.email, changes.birthDate) = (nil, nil)
            _ = try await user.session.update(changes, ifMatch: nil)
            return try await ReauthenticationPages.keepingForm(of: request, user, continuingAt: path)
        } catch let error as SocialError where error.field != nil {
            return try await page(request, user, [error])
        }
    }

    /// Sends the link that confirms the email address once more.
    static func sendConfirmation(
        _ request: WebRequest, _ user: SignedInUser
    ) async throws -> PageResponse {
        do {
            try await user.session.sendEmailConfirmation()
            return SettingsSection.profile.saved(request, "confirmationSent")
        } catch let error as SocialError
            where error.field != nil || [.rateLimited, .providerUnavailable].contains(error.code)
        {
            return try await page(
                request, user, [SocialError(error.code, error.message, field: "email")])
        }
    }

    static func saveUsername(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        do {
            let username = (request.form["username"] ?? "").lowercased()
            let saved = try await ReauthenticationPages.unlessNeeded {
                try await user.session.setUsername(username)
            }
            guard saved != nil else {
                return try await ReauthenticationPages.keepingForm(of: request, user, continuingAt: path)
            }
            return SettingsSection.profile.saved(request, "usernameChanged")
        } catch let error as SocialError where error.field != nil {
            return try await page(request, user, [error])
        }
    }

    /// - Parameter errors: those in one of the forms, which then keeps the typed values.
    static func page(
        _ request: WebRequest, _ user: SignedInUser, _ errors: [SocialError]
    ) async throws -> PageResponse {
        let (account, localizer) = (user.account, request.localizer)
        let page = try await user.session.profileSettingsPage()
        // What was typed is kept.
        let hidesEmail = page.needsReauthentication && !request.form.has("email")
        let hidesBirthDate = page.needsReauthentication && !request.form.has("birthDate")
        let hidesUsername = page.needsReauthentication && !request.form.has("username")
        let known = [
            "displayName": account.displayName, "bio": account.bio, "email": account.email,
            "fullName": account.fullName, "username": account.username,
        ]
        let fields = fields(account, hidesBirthDate: hidesBirthDate, request).view(errors, localizer) {
            name in
            request.form.has(name) ? request.form.exact(name) : known[name] ?? nil
        }
        // The field disappears once the birth date is set, and until the user has confirmed.
        let view = View(["birthDate": .nothing]).merging(fields)
        let zone = request.form["timeZone"] ?? account.timeZone
        return SettingsSection.profile.page(
            request, status: errors.isEmpty ? 200 : 422,
            view.merging([
                "zones": .list(TimeZoneChoice.views(chosen: zone)),
                "hidesEmail": .flag(hidesEmail), "hidesUsername": .flag(hidesUsername),
                "currentUsername": .text("@\(account.username ?? "")"),
                "currentEmail": .text(
                    optional: account.email.map {
                        localizer("settings.profile.currentEmail", ["email": $0])
                    }),
                "mail": .view(optional: mail(account, request, user)),
                "confirming": .text(ReauthenticationPages.address(continuingAt: path).description),
                "confirm": .text(
                    localizer(
                        account.birthDate == nil
                            ? "settings.profile.confirmWithBirthDate" : "settings.profile.confirm")),
                "born": .text(
                    optional: account.birthDate.map {
                        localizer("settings.profile.born", ["date": localizer.date($0)])
                    }),
                "waiting": .text(
                    optional: account.isWaiting == true ? localizer("settings.profile.waiting") : nil),
                "pictures": .list(PictureSettings.views(of: account, errors, localizer)),
                "storage": .text(PictureSettings.sentence(about: page.storage, localizer)),
            ]))
    }

    /// Whether the email address is confirmed; nil if the server sends no mail there.
    private static func mail(
        _ account: Account, _ request: WebRequest, _ user: SignedInUser
    ) -> View? {
        let age = AgeGroup(bornOn: account.birthDate, at: request.localizer.now, in: user.timeZone)
        guard request.engine.environment.mail != nil, account.email != nil, age != .child else {
            return nil
        }
        let state = account.isEmailConfirmed ? "confirmed" : "unconfirmed"
        return [
            "text": .text(request.localizer("settings.profile.mail.\(state)")),
            "canSend": .flag(!account.isEmailConfirmed),
        ]
    }

    private static func fields(
        _ account: Account, hidesBirthDate: Bool, _ request: WebRequest
    ) -> [Field] {
        let localizer = request.localizer
        func field(
            _ rule: TextRule, type: String = "text", autocomplete: String, rows: Int? = nil
        ) -> Field {
            let hint = "setting.\(rule.field).hint"
            return Field(
                name: rule.field, label: localizer("setting.\(rule.field).label"), type: type,
                hint: localizer.texts.text(at: hint).map { _ in localizer(hint, localizer.limits(rule.length))
                },
                autocomplete: autocomplete, length: rule.length, rows: rows)
        }
        let fields = [
            field(.displayName, autocomplete: "name"), field(.bio, autocomplete: "off", rows: 4),
            field(.email, type: "email", autocomplete: "email"), field(.fullName, autocomplete: "name"),
            .username(localizer, isNew: true),
        ]
        guard account.birthDate == nil, !hidesBirthDate else { return fields }
        var birthDate = Field.birthDate(request)
        birthDate.attributes = []
        birthDate.hint = localizer("settings.profile.birthDateMissing")
        return fields + [birthDate]
    }
}

/// The known time zones, grouped by region.
enum TimeZoneChoice {
    private static let regions: [(name: String, zones: [String])] = {
        let zones = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
        return Dictionary(grouping: zones) { String($0.prefix { $0 != "/" }) }
            .map { ($0.key, $0.value.sorted()) }.sorted { $0.0 < $1.0 }
    }()

    /// - Parameter chosen: the selected zone, listed first if it has no region, as GMT.
    static func views(chosen: String) -> [View] {
        let isListed = regions.contains { $0.zones.contains(chosen) }
        let all = isListed ? regions : [(chosen, [chosen])] + regions
        return all.map { region in
            [
                "region": .text(region.name),
                "options": .options(region.zones.map { ($0, $0.replacing("_", with: " ")) }, chosen: chosen),
            ]
        }
    }
}
