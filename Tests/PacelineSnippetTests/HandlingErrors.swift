import Foundation
import PacelineLocal
import Testing

/// How an app responds to an error.
enum RecoveryAction: Equatable {
    case ignore
    case showBesideField(String, String)
    case signInAgain
    case retry(after: Duration)
    case loadAgain
    case show(String)
}

func recoveryAction(for error: any Error) -> RecoveryAction {
    // The person left the screen.
    if error is CancellationError { return .ignore }
    guard let error = error as? SocialError else { return .show("Something went wrong.") }
    switch error.code {
    case .unauthenticated: return .signInAgain
    case .rateLimited, .busy, .unavailable, .timeout:
        return .retry(after: .seconds(error.retryAfter ?? 5))
    case .itemNotFound, .preconditionFailed, .changesExpired: return .loadAgain
    default:
        guard let field = error.field else { return .show(error.message) }
        return .showBesideField(field, error.message)
    }
}

@Suite("Snippets: handling errors") struct HandlingErrorsTests {
    @Test("A taken username shows beside its field; an invalid token asks to sign in")
    func reacting() async throws {
        let community = try await LocalCommunity.preview()
        let taken = await #expect(throws: SocialError.self) {
            try await community.signUp(
                SignUp(username: "maya", password: "oars-and-rowing", birthDate: Day("1990-05-01")!))
        }
        guard case .showBesideField("username", let message) = recoveryAction(for: try #require(taken)) else {
            Issue.record("not beside the username")
            return
        }
        #expect(!message.isEmpty)
        let stale = await #expect(throws: SocialError.self) { try await community.services(token: "stale") }
        #expect(recoveryAction(for: try #require(stale)) == .signInAgain)
        let busy = SocialError(.rateLimited, "Please wait.", retryAfter: 7)
        #expect(recoveryAction(for: busy) == .retry(after: .seconds(7)))
        #expect(recoveryAction(for: URLError(.badURL)) == .show("Something went wrong."))
    }

    @Test("A cancelled task is not a failure", arguments: [true, false])
    func cancelling(locally: Bool) async throws {
        let services: any SocialServices =
            if locally {
                try await LocalCommunity.preview().session(named: "maya")
            } else {
                offlineServices()
            }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await services.feed(FeedQuery(), PageRequest())
        }
        let error = await #expect(throws: CancellationError.self) { try await task.value }
        #expect(recoveryAction(for: try #require(error)) == .ignore)
    }
}
