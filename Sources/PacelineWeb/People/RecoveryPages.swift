import Paceline
import PacelineAPI
import PacelineEngine

/// Choosing a new password with a recovery code, or a link by mail or from an administrator.
enum RecoveryPages {
    static func show(_ request: WebRequest) async throws -> PageResponse {
        // A link contains the code.
        page(request, []) { request.query[$0] }
    }

    /// Shows the form again. Neither the code nor the password is kept.
    static func restore(_ request: WebRequest) async throws -> PageResponse {
        page(request, []) { _ in nil }
    }

    static func recover(_ request: WebRequest) async throws -> PageResponse {
        let recovery = Recovery(
            code: request.form["code"] ?? "", newPassword: request.form.exact("newPassword"))
        do {
            let signedIn = try await request.engine.signingIn(from: request.origin).recover(recovery)
            // The old codes are gone.
            let codes = LocalPath(SettingsSection.security.path)
            return SignInPages.startSession(signedIn, request, at: codes).settingCookies(
                request.cookies.expiredCookie(.device), request.cookies.noticeCookie("recovered"))
        } catch let error as SocialError where error.code == .invalidCredentials {
            let text = request.localizer("recovery.wrong")
            return rejected(request, SocialError(.invalidValue, text, field: "code"))
        } catch let error as SocialError
            where error.field != nil || error.code == .busy
        {
            return rejected(request, error)
        }
    }

    private static func rejected(_ request: WebRequest, _ error: SocialError) -> PageResponse {
        page(request, [error]) { request.form[$0] }
    }

    private static func page(
        _ request: WebRequest, _ errors: [SocialError], values: (String) -> String?
    ) -> PageResponse {
        let localizer = request.localizer
        let fields = [
            Field(
                name: "code", label: localizer("recovery.code"), hint: localizer("recovery.codeHint"),
                attributes: [.isRequired]),
            Field(
                name: "newPassword", label: localizer("settings.signIn.newPassword"), type: "password",
                hint: localizer("signUp.passwordHint", localizer.limits(PasswordRule.lengths)),
                autocomplete: "new-password", attributes: [.isRequired], length: PasswordRule.lengths),
        ]
        let view = fields.view(errors, localizer, values: values).merging([
            "hasMail": .flag(request.engine.environment.mail != nil)
        ])
        return .page(
            "People/recovery", title: localizer("recovery.title"),
            status: errors.first.map { ProblemKind.of($0.code).status } ?? 200, view)
    }
}
