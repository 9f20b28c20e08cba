import Paceline

extension API {
    public static let settings = Endpoint<NoParameters, NoParameters, NoBody, AccountSettings>(
        .get, "/v1/me/settings", id: "settings", .settings, "Get your settings",
        .account { services, _ in try await services.settings() })

    public static let updateSettings = Endpoint<NoParameters, NoParameters, SettingsChanges, AccountSettings>(
        .patch, "/v1/me/settings", id: "updateSettings", .settings, "Update your settings",
        notes: "Absent fields do not change.", errors: [.ageRestricted],
        .account { try await $0.update($1.body) })
}
