import ArgumentParser
import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelineServer

/// A command's error: an exit status for scripts, a message and advice for people.
struct Failure: Error {
    let status: Status
    let message: String
    /// What to do about it, in one sentence.
    var advice: String?

    /// Exit statuses, numbered as in `sysexits.h` where it defines one.
    enum Status: Int32 {
        /// The service rejected the request, or a check failed.
        case rejected = 1
        case usage = 64
        case unreachable = 69
        case unexpected = 70
        /// 128 + SIGINT.
        case interrupted = 130
    }

    init(_ status: Status, _ message: String, advice: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
    }
}

extension Failure {
    /// Converts any error.
    /// - Note: Usage errors and help requests end the program through the argument parser.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as SocialError: self.init(error)
        case let error as DatabaseError: self.init(.unexpected, Self.text(of: error))
        case let error as StartFailure: self.init(error)
        case let failure as LedgerKeyFile.Failure:
            self.init(.rejected, failure.description, advice: SharedTexts.copyLedgerKey)
        case is WrongLedgerKey:
            self.init(
                .rejected, "The key of the community's ledger is missing, or belongs to another community.",
                advice: SharedTexts.copyLedgerKey)
        case is CancellationError: self.init(.interrupted, "Interrupted.")
        case is ValidationError, is ExitCode, is CleanExit: PacelineCommandLine.exit(withError: error)
        case let error as CocoaError: self.init(.unexpected, error.localizedDescription)
        default:
            // The parser's errors have no public type; only their exit code identifies them.
            if PacelineCommandLine.exitCode(for: error) != .failure {
                PacelineCommandLine.exit(withError: error)
            }
            self.init(.unexpected, "\(error)")
        }
    }

    init(_ error: SocialError) {
        let status: Status =
            switch error.code {
            case .unavailable, .timeout, .busy: .unreachable
            case .internalError: .unexpected
            default: .rejected
            }
        self.init(status, error.message, advice: Self.advice(for: error))
    }

    init(_ error: StartFailure) {
        let advice: String? =
            switch error {
            case .addressInUse: "Stop that program, or choose another port with --port."
            case .addressUnknown: "Choose an address of this machine with --host, or 0.0.0.0 for all of them."
            case .portNotPermitted: "Choose a port above 1023 with --port."
            case .certificate, .key: "Check the settings tlsCertificate and tlsKey with: paceline config"
            }
        self.init(.rejected, error.description, advice: advice)
    }

    private static func advice(for error: SocialError) -> String? {
        switch error.code {
        case .unauthenticated: SharedTexts.signIn
        case .reauthenticationRequired:
            "Sign in with: paceline sign-in USERNAME. If you have a passkey, use the web app instead."
        case .invalidCredentials:
            "New here? Create an account with: paceline sign-up USERNAME --birth-date 1990-05-17"
        case .personNotFound: "Find people with: paceline people find NAME"
        case .quotaExceeded: "See what you use with: paceline me --storage, or: paceline requests --outgoing"
        case .requestExists: "See it with: paceline requests --outgoing"
        case .groupNotFound: SharedTexts.listGroups
        case .ownerMustStay: "Use: paceline groups transfer GROUP PERSON, or: paceline groups delete GROUP"
        case .usernameRequired: SharedTexts.chooseUsername
        case .birthDateRequired: "Add it with: paceline me --birth-date 1990-05-17"
        case .unavailable where error.message.contains("https://"):
            "Is the server running, and does this machine trust its certificate?"
        case .unavailable, .timeout: "Is the server running (paceline serve)?"
        default: nil
        }
    }

    private static func text(of error: DatabaseError) -> String {
        switch error {
        case .unavailable(let reason): reason
        case .damaged(let reason):
            "The database is damaged (\(reason)). Stop the server and restore a backup."
        case .busy: "Another process has locked the database. Try again later."
        case .full: "The disk is full. Nothing was changed."
        case .unknownMigration(let name):
            "This database belongs to a newer version of Paceline (migration \(name)). Use that version."
        default: "Database error: \(error)"
        }
    }

    /// Prints the message and the advice, and exits with the status.
    func end() -> Never {
        Console.note("paceline: \(message)")
        if let advice { Console.note(advice) }
        exit(status.rawValue)
    }
}
