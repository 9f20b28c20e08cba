import Paceline

extension API {
    public static let settings = Endpoint<NoParameters, NoParameters, NoBody, AccountSettings>(
        .get, "/v1/me/settings", id: "settings", .settings, "My settings",
        .account { services, _ in try await services.settings() })

    public static let updateSettings = Endpoint<NoParameters, NoParameters, SettingsChanges, AccountSettings>(
        .patch, "/v1/me/settings", id: "updateSettings", .settings, "Change my settings",
        notes: "What is absent stays as it is.", errors: [.ageRestricted],
        .account { try await $0.update($1.body) })
}
