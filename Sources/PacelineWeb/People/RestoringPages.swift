import Paceline
import PacelineAPI
import PacelineEngine

/// Restoring the former ways to sign in, after another person replaced them.
enum RestoringPages {
    static func show(_ request: WebRequest) async throws -> PageResponse { page(request, nil) }

    static func restore(_ request: WebRequest) async throws -> PageResponse {
        try await restore(
            request,
            with: .password(
                username: request.form["username"] ?? "", password: request.form.exact("password")))
    }

    /// Restores them with the secret that this browser stores.
    static func restoreByDevice(_ request: WebRequest) async throws -> PageResponse {
        guard let secret = request.cookies.device else { return wrong(request) }
        return try await restore(request, with: .device(secret: secret))
    }

    static func restoreByPasskey(_ request: WebRequest) async throws -> PageResponse {
        do {
            return try await restore(request, with: try PasskeyForm.credential(in: request.form))
        } catch let error as SocialError where [.invalidCredentials, .invalidValue].contains(error.code) {
            return wrong(request)
        }
    }

    private static func restore(
        _ request: WebRequest, with credential: Credential
    ) async throws -> PageResponse {
        do {
            let signedIn = try await request.engine.signingIn(from: request.origin).restore(with: credential)
            return SignInPages.startSession(signedIn, request, at: LocalPath(SettingsSection.signIn.path))
                .settingCookies(request.cookies.noticeCookie("waysRestored"))
        } catch let error as SocialError where error.code == .invalidCredentials {
            return wrong(request)
        } catch let error as SocialError where [.rateLimited, .busy].contains(error.code) {
            return page(request, error)
        }
    }

    private static func wrong(_ request: WebRequest) -> PageResponse {
        page(request, SocialError(.unauthenticated, request.localizer("restoring.wrong")))
    }

    private static func page(_ request: WebRequest, _ error: SocialError?) -> PageResponse {
        let localizer = request.localizer
        let fields = [
            Field.username(localizer, isNew: false),
            Field(
                name: "password", label: localizer("restoring.password"), type: "password",
                autocomplete: "current-password", attributes: [.isRequired]),
        ]
        var view = fields.view(error.map { [$0] } ?? [], localizer) { request.form[$0] }
        view["hasDevice"] = .flag(request.cookies.device != nil)
        view["passkey"] = .view(optional: PasskeyForm.view(request))
        return .page(
            "People/restoring", title: localizer("restoring.title"),
            status: error.map { ProblemKind.of($0.code).status } ?? 200, view)
    }
}
