import PacelinePostgres

/// One thing that can be set.
struct ConfigurationKey: Sendable {
    let name: String
    let defaultValue: String
    let help: String
    var isSecret = false

    /// The variable that sets it: `publicURL` is `PACELINE_PUBLIC_URL`.
    var variable: String {
        var words = "PACELINE_"
        for (letter, before) in zip(name, [Character("_")] + name) {
            if letter.isUppercase, before.isLowercase { words += "_" }
            words += letter.uppercased()
        }
        return words
    }

    static let all = [
        ConfigurationKey(
            name: "database", defaultValue: "",
            help: "Where the community is kept: sqlite:PATH or postgres://…; empty for the data folder"),
        ConfigurationKey(
            name: "databaseConnections", defaultValue: String(PostgresOptions.defaultConnections),
            help: "Most connections to PostgreSQL at once, for each server"),
        ConfigurationKey(name: "host", defaultValue: "127.0.0.1", help: "Address to listen on"),
        ConfigurationKey(name: "port", defaultValue: "8080", help: "Port to listen on; 0 takes any free one"),
        ConfigurationKey(
            name: "publicURL", defaultValue: "http://127.0.0.1:8080",
            help: "Where people reach the community, for links; by itself the address that is listened on"),
        ConfigurationKey(name: "tlsCertificate", defaultValue: "", help: "PEM file of the certificate chain"),
        ConfigurationKey(name: "tlsKey", defaultValue: "", help: "PEM file of the certificate's key"),
        ConfigurationKey(
            name: "requestTimeout", defaultValue: "30",
            help: "Seconds in which a request is sent and answered"
        ),
        ConfigurationKey(
            name: "drainTime", defaultValue: "4", help: "Seconds for requests in flight when stopping"),
        ConfigurationKey(name: "rateLimits", defaultValue: "true", help: "Whether callers are limited"),
        ConfigurationKey(name: "personLimit", defaultValue: "1200", help: "Requests a minute of one person"),
        ConfigurationKey(
            name: "addressLimit", defaultValue: "600", help: "Requests a minute of one address, not signed in"
        ),
        ConfigurationKey(
            name: "signInLimit", defaultValue: "20", help: "Attempts a minute to sign in or up, by address"),
        ConfigurationKey(
            name: "codeLimit", defaultValue: "20", help: "Codes of groups a minute that one person may try"),
        ConfigurationKey(
            name: "trustForwardedFor", defaultValue: "false",
            help: "Take the address from X-Forwarded-For: behind a proxy"),
        ConfigurationKey(name: "usernameLength", defaultValue: "20", help: "Longest username, 3 to 30"),
        ConfigurationKey(
            name: "sessionDays", defaultValue: "90", help: "Days that an unused sign-in stays good"),
        ConfigurationKey(
            name: "logDays", defaultValue: "7",
            help: "Days that a stream can be taken up again: how long the log of what happened is kept"),
        ConfigurationKey(
            name: "games", defaultValue: "", help: "JSON file of games beyond the usual ones; empty for none"),
        ConfigurationKey(
            name: "appleAudiences", defaultValue: "",
            help: "App ids of Sign in with Apple, by comma; empty closes it"),
        ConfigurationKey(
            name: "appleIssuer", defaultValue: "https://appleid.apple.com",
            help: "The issuer of Apple's tokens"),
        ConfigurationKey(
            name: "appleKeysURL", defaultValue: "https://appleid.apple.com/auth/keys",
            help: "Where the issuer publishes its keys"),
        ConfigurationKey(
            name: "logLevel", defaultValue: "notice",
            help: "trace, debug, info, notice, warning, error or critical"),
    ]
}
