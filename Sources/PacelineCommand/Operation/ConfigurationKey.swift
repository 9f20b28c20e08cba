import Paceline
import PacelinePostgres

/// A setting, its default and its help text.
struct ConfigurationKey: Sendable {
    let name: String
    let defaultValue: String
    let help: String
    var isSecret = false

    /// The environment variable of the setting: `PACELINE_PUBLIC_URL` for `publicURL`.
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
            help: "Database: sqlite:PATH or postgres://…; empty for the data folder"),
        ConfigurationKey(
            name: "databaseConnections", defaultValue: String(PostgresOptions.defaultConnections),
            help: "Maximum PostgreSQL connections per server"),
        ConfigurationKey(
            name: "ledgerKeyFile", defaultValue: "",
            help: "File with the key of the ledger of XP; empty for ledger.key in the data folder"),
        ConfigurationKey(name: "host", defaultValue: "127.0.0.1", help: "Address to listen on"),
        ConfigurationKey(name: "port", defaultValue: "8080", help: "Port to listen on; 0 picks a free port"),
        ConfigurationKey(
            name: "publicURL", defaultValue: "http://127.0.0.1:8080",
            help: "Public address used in links; by default the listening address"),
        ConfigurationKey(
            name: "operatorName", defaultValue: "",
            help: """
                Who runs the server, shown on the landing page, and reserved as a name; empty to show only the \
                host
                """),
        ConfigurationKey(
            name: "operatorContact", defaultValue: "",
            help: "Email address or https:// address of the operator; empty for none"),
        ConfigurationKey(
            name: "tlsCertificate", defaultValue: "", help: "PEM file with the certificate chain"),
        ConfigurationKey(name: "tlsKey", defaultValue: "", help: "PEM file with the private key"),
        ConfigurationKey(
            name: "requestTimeout", defaultValue: "30",
            help: "Seconds to process a request"
        ),
        ConfigurationKey(
            name: "drainTime", defaultValue: "4", help: "Seconds for requests in flight to finish on shutdown"
        ),
        ConfigurationKey(name: "rateLimits", defaultValue: "true", help: "Enforce rate limits"),
        ConfigurationKey(
            name: "personLimit", defaultValue: "1200", help: "Requests per minute for each person"),
        ConfigurationKey(
            name: "addressLimit", defaultValue: "600",
            help: "Requests per minute for each IP address without a sign-in"
        ),
        ConfigurationKey(
            name: "signInLimit", defaultValue: "20",
            help: "Sign-ins, sign-ups and visits with a code per minute for each IP address"),
        ConfigurationKey(
            name: "codeLimit", defaultValue: "20", help: "Requests with codes per minute for each person"),
        ConfigurationKey(
            name: "storageLimit", defaultValue: "1000",
            help: "MB (of 1,000,000 bytes) that pictures and details of workouts of each person may take"),
        ConfigurationKey(
            name: "firstWeekStorageLimit", defaultValue: "200",
            help: "storageLimit in the week after signing up"),
        ConfigurationKey(
            name: "minimumFreeDisk", defaultValue: "1000",
            help: "MB of free disk below which no pictures or details are accepted; 0 for none. SQLite only"),
        ConfigurationKey(
            name: "commentLimit", defaultValue: "300", help: "Comments per hour for each person"),
        ConfigurationKey(
            name: "workoutLimit", defaultValue: "20000",
            help: "New workouts per day for each person, at least 100"),
        ConfigurationKey(
            name: "waitingRequestLimit", defaultValue: "500",
            help: "Friend and follow requests of a person that may wait for an answer"),
        ConfigurationKey(
            name: "deviceAccountLimit", defaultValue: "100",
            help: "Accounts without a password that an IP address may create per day"),
        ConfigurationKey(
            name: "bodyMemory", defaultValue: "64",
            help: "MB of memory for the bodies of all requests at a time, at least 20"),
        ConfigurationKey(
            name: "uploadsPerPerson", defaultValue: "2",
            help: "Uploads of more than 64 KB that a person may send at a time"),
        ConfigurationKey(
            name: "lowestUploadRate", defaultValue: "10",
            help: "KB per second at which a body must arrive on average"),
        ConfigurationKey(
            name: "slowUploadTime", defaultValue: "5",
            help: "Seconds for which a body may arrive more slowly"),
        ConfigurationKey(
            name: "admission", defaultValue: "true", help: "Refuse requests that would wait too long to run"),
        ConfigurationKey(
            name: "runningRequests", defaultValue: "0",
            help: "Requests that run at a time; 0 adapts to the machine"),
        ConfigurationKey(
            name: "queueTimeout", defaultValue: "100",
            help: "Milliseconds that a request waits to run before it is refused"),
        ConfigurationKey(
            name: "queueTarget", defaultValue: "20",
            help:
                "Milliseconds that requests may wait; when they wait longer for a while, newer ones run first"
        ),
        ConfigurationKey(
            name: "trustForwardedFor", defaultValue: "false",
            help: "Trust X-Forwarded-For; enable only behind a proxy"),
        ConfigurationKey(
            name: "metricsToken", defaultValue: "",
            help: "Token to read /metrics from other machines or behind a proxy; empty for none",
            isSecret: true),
        ConfigurationKey(
            name: "usernameLength", defaultValue: "20", help: "Maximum username length, 3 to 30"),
        ConfigurationKey(
            name: "minimumAge", defaultValue: "0",
            help: "Age needed to sign up, in years; 0 for none. Set it on public servers"),
        ConfigurationKey(
            name: "experienceReview", defaultValue: "true",
            help: "Hold workouts that look impossible until a moderator decides; false only lists them"),
        ConfigurationKey(
            name: "sessionDays", defaultValue: "90", help: "Days until an unused sign-in expires"),
        ConfigurationKey(
            name: "logDays", defaultValue: "7",
            help: "Days that the event log is kept, and that a stream can be resumed; at most 91"),
        ConfigurationKey(
            name: "preset", defaultValue: "",
            help: "Kind of community, which sets other defaults: streaksync for puzzles; empty for none"),
        ConfigurationKey(
            name: "scoreVisibility", defaultValue: ScoreVisibility.friends.rawValue,
            help: "Who sees the scores of new members: private, groups, friends, followers or public"),
        ConfigurationKey(
            name: "games", defaultValue: "", help: "JSON file with additional games; empty for none"),
        ConfigurationKey(
            name: "rewards", defaultValue: "",
            help: "JSON file with rewards; empty for rewards.json in the data folder"),
        ConfigurationKey(
            name: "wordList", defaultValue: "",
            help: "Text file with more words for the content filter; empty for none"),
        ConfigurationKey(
            name: "appleAudiences", defaultValue: "",
            help: "Comma-separated app IDs for Sign in with Apple; empty disables it"),
        ConfigurationKey(
            name: "appleIssuer", defaultValue: "https://appleid.apple.com",
            help: "Issuer of Apple's identity tokens"),
        ConfigurationKey(
            name: "appleKeysURL", defaultValue: "https://appleid.apple.com/auth/keys",
            help: "URL of the issuer's public keys"),
        ConfigurationKey(
            name: "appleNonce", defaultValue: "optional",
            help: "Nonces of Sign in with Apple: optional, or server to accept only the server's own"),
        ConfigurationKey(
            name: "passkeyApps", defaultValue: "",
            help: "Comma-separated apps that use passkeys: TEAM.BUNDLE or PACKAGE=SHA-256; empty for none"),
        ConfigurationKey(
            name: "mailCommand", defaultValue: "",
            help: "Program that sends a message from its standard input, such as msmtp -t; empty for no mail"),
        ConfigurationKey(
            name: "mailFrom", defaultValue: "", help: "Sender's address of mail, such as crew@crew.example"),
        ConfigurationKey(
            name: "logLevel", defaultValue: "notice",
            help: "trace, debug, info, notice, warning, error or critical"),
        ConfigurationKey(
            name: "logFormat", defaultValue: "text",
            help: "text, or json for one JSON object per line"),
    ]
}
