import Foundation
import Paceline

/// What others read about somebody, and what only the community knows.
enum ProfileSettings {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        page(visit, caller.account, nil)
    }

    static func save(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        do {
            var changes = AccountChanges(
                displayName: visit.form["displayName"] ?? "",
                bio: (visit.form["bio"] ?? "").replacing("\r\n", with: "\n"),
                email: visit.form["email"] ?? "", fullName: visit.form["fullName"] ?? "",
                timeZone: visit.form["timeZone"])
            if caller.account.birthDate == nil, visit.form["birthDate"] != nil {
                changes.birthDate = try SignInPages.birthDate(in: visit.form)
            }
            _ = try await caller.session.update(changes, ifMatch: nil)
            return SettingsPlace.profile.saved(visit)
        } catch let error as SocialError where error.field != nil {
            return page(visit, caller.account, error)
        }
    }

    static func saveUsername(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        do {
            _ = try await caller.session.setUsername((visit.form["username"] ?? "").lowercased())
            return SettingsPlace.profile.saved(visit, "usernameChanged")
        } catch let error as SocialError where error.field != nil {
            return page(visit, caller.account, error)
        }
    }

    /// - Parameter error: what is wrong with one of the page's forms, whose fields then keep what was typed.
    static func page(_ visit: Visit, _ account: Account, _ error: SocialError?) -> PageAnswer {
        let wording = visit.wording
        let known = [
            "displayName": account.displayName, "bio": account.bio, "email": account.email,
            "fullName": account.fullName, "username": account.username,
        ]
        let fields = fields(account, wording).view(error, wording) { name in
            visit.form.has(name) ? visit.form.exact(name) : known[name] ?? nil
        }
        // Its field is there until it is known.
        let view = View(["birthDate": .nothing]).merging(fields)
        let zone = visit.form["timeZone"] ?? account.timeZone
        return SettingsPlace.profile.page(
            visit, status: error == nil ? 200 : 422,
            view.merging([
                "zones": .list(TimeZoneChoice.views(chosen: zone)),
                "born": .text(
                    optional: account.birthDate.map {
                        wording("settings.profile.born", ["date": wording.date($0)])
                    }),
                "pictures": .list(PictureSettings.views(of: account, error, wording)),
            ]))
    }

    private static func fields(_ account: Account, _ wording: Wording) -> [Field] {
        func field(
            _ name: String, type: String = "text", autocomplete: String, rows: Int? = nil
        ) -> Field {
            Field(
                name: name, label: wording("setting.\(name).label"), type: type,
                hint: wording.texts.text(at: "setting.\(name).hint"), autocomplete: autocomplete, rows: rows)
        }
        let fields = [
            field("displayName", autocomplete: "name"), field("bio", autocomplete: "off", rows: 4),
            field("email", type: "email", autocomplete: "email"), field("fullName", autocomplete: "name"),
            Field(
                name: "username", label: wording("signIn.username"), hint: wording("signUp.usernameHint"),
                autocomplete: "username", attributes: [.isRequired, .isUsername]),
        ]
        guard account.birthDate == nil else { return fields }
        return fields + [
            Field(
                name: "birthDate", label: wording("signUp.birthDate"), type: "date",
                hint: wording("signUp.birthDateHint"), autocomplete: "bday")
        ]
    }
}

/// The time zones that there are, by part of the world.
enum TimeZoneChoice {
    private static let regions: [(name: String, zones: [String])] = {
        let zones = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
        return Dictionary(grouping: zones) { String($0.prefix { $0 != "/" }) }
            .map { ($0.key, $0.value.sorted()) }.sorted { $0.0 < $1.0 }
    }()

    /// - Parameter chosen: stands first when it is in no part of the world, as GMT is.
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
