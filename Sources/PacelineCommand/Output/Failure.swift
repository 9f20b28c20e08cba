import ArgumentParser
import Foundation
import Paceline
import PacelineDatabase
import PacelineServer

/// How a command that did not succeed ends: a status for scripts, and for people what went wrong and what to do.
struct Failure: Error {
    let status: Status
    let message: String
    /// What to do next, as one sentence.
    var advice: String?

    /// Exit statuses, as `sysexits.h` numbers them where it has one.
    enum Status: Int32 {
        /// The service refused, or a check found differences.
        case refused = 1
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
    /// - Note: Errors about arguments, and requests for help, are left to the argument parser, which ends the program.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as SocialError: self.init(error)
        case let error as DatabaseError: self.init(.unexpected, Self.text(of: error))
        case let error as StartFailure: self.init(error)
        case is CancellationError: self.init(.interrupted, "Interrupted.")
        case is ValidationError, is ExitCode, is CleanExit: PacelineCommandLine.exit(withError: error)
        case let error as CocoaError: self.init(.unexpected, error.localizedDescription)
        default:
            // What the parser throws has no public type; its own status tells it from everything else.
            if PacelineCommandLine.exitCode(for: error) != .failure {
                PacelineCommandLine.exit(withError: error)
            }
            self.init(.unexpected, "\(error)")
        }
    }

    init(_ error: SocialError) {
        let status: Status =
            switch error.code {
            case .unavailable, .timeout: .unreachable
            case .internalError: .unexpected
            default: .refused
            }
        self.init(status, error.message, advice: Self.advice(for: error))
    }

    init(_ error: StartFailure) {
        let advice: String? =
            switch error {
            case .addressInUse: "Stop that program, or choose another port with --port."
            case .addressUnknown: "Choose one of this machine's with --host; 0.0.0.0 takes them all."
            case .portNotPermitted: "Choose a port above 1023 with --port."
            case .certificate, .key: "See the settings tlsCertificate and tlsKey: paceline config"
            }
        self.init(.refused, error.description, advice: advice)
    }

    private static func advice(for error: SocialError) -> String? {
        switch error.code {
        case .unauthenticated: "Sign in with: paceline sign-in USERNAME --server URL"
        case .invalidCredentials:
            "New here? Make an account with: paceline sign-up USERNAME --birth-date 1990-05-17"
        case .personNotFound: "Look for people with: paceline people find NAME"
        case .requestExists: "See it with: paceline requests --outgoing"
        case .groupNotFound: "See yours with: paceline groups"
        case .ownerMustStay: "Use: paceline groups transfer GROUP PERSON, or: paceline groups delete GROUP"
        case .usernameRequired: "Choose one with: paceline me --set-username NAME"
        case .unavailable where error.message.contains("https://"):
            "Check the address, that the server runs, and that this machine trusts its certificate."
        case .unavailable, .timeout: "Check the address, and that the server runs (paceline serve)."
        default: nil
        }
    }

    private static func text(of error: DatabaseError) -> String {
        switch error {
        case .unavailable(let reason): reason
        case .busy: "Another process holds the database. Try again when it is done."
        case .full: "The disk is full. Nothing was changed."
        case .unknownMigration(let name):
            "A newer version of Paceline has used this database (\(name)). Use that version."
        default: "The database failed: \(error)"
        }
    }

    /// Says what went wrong, and ends the program.
    func end() -> Never {
        Console.say("paceline: \(message)")
        if let advice { Console.say(advice) }
        exit(status.rawValue)
    }
}
