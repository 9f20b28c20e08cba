import Paceline

extension API {
    public static let settings = Endpoint<NoParameters, NoParameters, NoBody, Settings>(
        .get, "/v1/me/settings", id: "settings", .settings, .account, "My settings")

    public static let updateSettings = Endpoint<NoParameters, NoParameters, SettingsChanges, Settings>(
        .patch, "/v1/me/settings", id: "updateSettings", .settings, .account, "Change my settings",
        notes: "What is absent stays as it is.", errors: [.ageRestricted])
}
