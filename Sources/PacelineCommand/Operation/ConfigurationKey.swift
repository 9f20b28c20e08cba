import PacelinePostgres

/// One thing that can be set.
struct ConfigurationKey: Sendable {
    let name: String
    let standard: String
    let meaning: String
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
            name: "database", standard: "",
            meaning: "Where the community is kept: sqlite:PATH or postgres://…; empty for the data folder"),
        ConfigurationKey(
            name: "databaseConnections", standard: String(PostgresOptions.defaultConnections),
            meaning: "Most connections to PostgreSQL at once, for each server"),
        ConfigurationKey(name: "host", standard: "127.0.0.1", meaning: "Address to listen on"),
        ConfigurationKey(name: "port", standard: "8080", meaning: "Port to listen on; 0 takes any free one"),
        ConfigurationKey(
            name: "publicURL", standard: "http://127.0.0.1:8080",
            meaning: "Where people reach the community, for links; by itself the address that is listened on"),
        ConfigurationKey(name: "tlsCertificate", standard: "", meaning: "PEM file of the certificate chain"),
        ConfigurationKey(name: "tlsKey", standard: "", meaning: "PEM file of the certificate's key"),
        ConfigurationKey(
            name: "requestTimeout", standard: "30", meaning: "Seconds in which a request is sent and answered"
        ),
        ConfigurationKey(
            name: "drainTime", standard: "4", meaning: "Seconds for requests in flight when stopping"),
        ConfigurationKey(name: "rateLimits", standard: "true", meaning: "Whether callers are limited"),
        ConfigurationKey(name: "personLimit", standard: "1200", meaning: "Requests a minute of one person"),
        ConfigurationKey(
            name: "addressLimit", standard: "600", meaning: "Requests a minute of one address, not signed in"),
        ConfigurationKey(
            name: "signInLimit", standard: "20", meaning: "Attempts a minute to sign in or up, by address"),
        ConfigurationKey(
            name: "codeLimit", standard: "20", meaning: "Codes of groups a minute that one person may try"),
        ConfigurationKey(
            name: "trustForwardedFor", standard: "false",
            meaning: "Take the address from X-Forwarded-For: behind a proxy"),
        ConfigurationKey(name: "usernameLength", standard: "20", meaning: "Longest username, 3 to 30"),
        ConfigurationKey(
            name: "sessionDays", standard: "90", meaning: "Days that an unused sign-in stays good"),
        ConfigurationKey(
            name: "logDays", standard: "7",
            meaning: "Days that a stream can be taken up again: how long the log of what happened is kept"),
        ConfigurationKey(
            name: "games", standard: "", meaning: "JSON file of games beyond the usual ones; empty for none"),
        ConfigurationKey(
            name: "appleAudiences", standard: "",
            meaning: "App ids of Sign in with Apple, by comma; empty closes it"),
        ConfigurationKey(
            name: "appleIssuer", standard: "https://appleid.apple.com",
            meaning: "The issuer of Apple's tokens"),
        ConfigurationKey(
            name: "appleKeysURL", standard: "https://appleid.apple.com/auth/keys",
            meaning: "Where the issuer publishes its keys"),
        ConfigurationKey(
            name: "logLevel", standard: "notice",
            meaning: "trace, debug, info, notice, warning, error or critical"),
    ]
}
