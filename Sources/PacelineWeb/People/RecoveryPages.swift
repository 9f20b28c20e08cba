import Paceline
import PacelineAPI
import PacelineEngine

/// Choosing a new password with a recovery code or an administrator's link.
enum RecoveryPages {
    static func show(_ request: WebRequest) async throws -> PageResponse {
        page(request, [])
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
            return page(request, [SocialError(.invalidValue, text, field: "code")])
        } catch let error as SocialError
            where error.field != nil || error.code == .busy
        {
            return page(request, [error])
        }
    }

    private static func page(_ request: WebRequest, _ errors: [SocialError]) -> PageResponse {
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
        // The link of an administrator contains the code.
        let view = fields.view(errors, localizer) { request.form[$0] ?? request.query[$0] }
        return .page(
            "People/recovery", title: localizer("recovery.title"),
            status: errors.first.map { ProblemKind.of($0.code).status } ?? 200, view)
    }
}
