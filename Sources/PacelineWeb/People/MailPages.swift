import Paceline
import PacelineAPI
import PacelineEngine

/// Links by mail: to choose a new password, and to confirm an email address.
enum MailPages {
    static func showRequest(_ request: WebRequest) async throws -> PageResponse {
        guard request.engine.environment.mail != nil else { return .redirect(to: "/recover") }
        return requestPage(request, nil)
    }

    /// Sends a link to the account, if it has a confirmed address. The response is the same for every account.
    static func sendLink(_ request: WebRequest) async throws -> PageResponse {
        do {
            try await request.engine.signingIn(from: request.origin).sendRecoveryLink(
                to: request.form["account"] ?? "")
        } catch let error as SocialError
            where [.invalidValue, .rateLimited, .busy].contains(error.code)
        {
            return requestPage(request, SocialError(error.code, error.message, field: "account"))
        }
        return .redirect(to: "/sign-in").settingCookies(request.cookies.noticeCookie("linkSent"))
    }

    /// Shows a button: programs that scan mail open its links.
    static func showConfirmation(
        _ request: WebRequest, _ user: SignedInUser
    ) async throws -> PageResponse {
        .page(
            "People/confirmEmail", title: request.localizer("mail.title"),
            ["code": .text(request.form["code"] ?? request.query["code"] ?? "")])
    }

    static func confirm(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let localizer = request.localizer
        do {
            try await user.session.confirmEmail(request.form["code"] ?? "")
        } catch let error as SocialError where error.code == .invalidCredentials {
            let profile = Message.Link(
                href: SettingsSection.profile.path, text: localizer("settings.profile.title"))
            return Message(
                icon: .lock, heading: localizer("join.failed"), text: localizer("mail.failedText"),
                links: [profile]
            ).page(status: 422)
        }
        return .redirect(to: SettingsSection.profile.path).settingCookies(
            request.cookies.noticeCookie("emailConfirmed"))
    }

    private static func requestPage(_ request: WebRequest, _ error: SocialError?) -> PageResponse {
        let localizer = request.localizer
        let account = Field(
            name: "account", label: localizer("mail.account"), autocomplete: "username",
            attributes: [.isRequired])
        let view = [account].view(error.map { [$0] } ?? [], localizer) { request.form[$0] }
        return .page(
            "People/recoveryLink", title: localizer("recovery.byMail"),
            status: error.map { ProblemKind.of($0.code).status } ?? 200, view)
    }
}
