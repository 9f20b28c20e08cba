import Foundation
import Paceline
import PacelineAPI
import PacelineEngine

/// Signing up, signing in and signing out.
enum SignInPages {
    static func showSignIn(_ request: WebRequest) async throws -> PageResponse {
        request.user == nil
            ? try await signIn(request, nil) : .redirect(to: request.nextPath ?? LocalPath("/"))
    }

    /// The page that a form leads to if its session has ended. It carries the form.
    static func showEnded(_ request: WebRequest) async throws -> PageResponse {
        let response = try await signIn(request, nil, hasEnded: true)
        return request.cookies.session == nil
            ? response : response.settingCookies(request.cookies.expiredCookie(.session))
    }

    static func signIn(_ request: WebRequest) async throws -> PageResponse {
        do {
            let credential = Credential.password(
                username: request.form["username"] ?? "", password: request.form.exact("password"))
            let engine = request.engine.signingIn(from: request.origin)
            return startSession(try await engine.signIn(with: credential), request)
        } catch let error as SocialError
            where [.invalidCredentials, .notAllowed, .rateLimited, .busy].contains(error.code)
        {
            return try await signIn(request, error)
        }
    }

    static func showSignUp(_ request: WebRequest) async throws -> PageResponse {
        request.user == nil
            ? try await signUp(request, []) : .redirect(to: request.nextPath ?? LocalPath("/"))
    }

    static func signUp(_ request: WebRequest) async throws -> PageResponse {
        var found = ErrorCollector()
        let birthDate = found.check { () throws(SocialError) in try self.birthDate(in: request) }
        let (username, password) = (
            (request.form["username"] ?? "").lowercased(), request.form.exact("password")
        )
        let errors = try await request.engine.errors(
            inUsername: username, password: password, displayName: request.form["displayName"],
            birthDate: birthDate, timeZone: timeZone(in: request.form))
        guard errors.isEmpty, let birthDate else {
            return try await signUp(request, errors + found.errors)
        }
        do {
            let signedIn = try await request.engine.signingIn(from: request.origin).signUp(
                SignUp(
                    username: username, password: password, displayName: request.form["displayName"],
                    birthDate: birthDate),
                timeZone: timeZone(in: request.form))
            return startSession(signedIn, request, at: WelcomeStep.start(before: request.nextPath))
        } catch let error as SocialError where error.field != nil || error.code == .busy {
            return try await signUp(request, [error])
        }
    }

    /// Signs in with a secret stored in this browser. The first time, this creates an account.
    static func signInByDevice(_ request: WebRequest) async throws -> PageResponse {
        let secret = request.cookies.device ?? newSecret()
        do {
            let signedIn = try await request.engine.signingIn(from: request.origin).signIn(
                withDevice: secret, timeZone: timeZone(in: request.form))
            return startSession(signedIn, request).settingCookies(request.cookies.deviceCookie(secret))
        } catch let error as SocialError where error.code == .invalidCredentials {
            // The key was replaced in the last week.
            let text = request.localizer("restoring.replacedDevice")
            return try await signIn(request, SocialError(.unauthenticated, text))
        }
    }

    static func signInByPasskey(_ request: WebRequest) async throws -> PageResponse {
        do {
            let credential = try PasskeyForm.credential(in: request.form)
            let engine = request.engine.signingIn(from: request.origin)
            return startSession(try await engine.signIn(with: credential), request)
        } catch let error as SocialError
            where [.invalidCredentials, .invalidValue].contains(error.code)
        {
            let text = request.localizer("passkey.rejected")
            return try await signIn(request, SocialError(.unauthenticated, text))
        }
    }

    static func signOut(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.signOut()
        return .redirect(to: "/").settingCookies(
            request.cookies.expiredCookie(.session), request.cookies.expiredCookie(.invitation))
    }

    static func signOutEverywhere(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        guard let signedOut = try await ReauthenticationPages.unlessNeeded(user.session.signOutEverywhere)
        else {
            return ReauthenticationPages.redirect(
                continuingAt: request.returnPath(or: SettingsSection.signIn.path))
        }
        let device = signedOut.newDeviceSecret.map(request.cookies.deviceCookie)
        return .redirect(to: "/").settingCookies(
            request.cookies.expiredCookie(.session), request.cookies.expiredCookie(.client),
            device ?? request.cookies.expiredCookie(.device), request.cookies.expiredCookie(.invitation),
            request.cookies.noticeCookie("signedOutEverywhere"))
    }
}

extension SignInPages {
    /// - Parameter target: the path to continue at; nil for the one that the user came for.
    static func startSession(
        _ signedIn: SignedIn, _ request: WebRequest, at target: LocalPath? = nil
    ) -> PageResponse {
        let isReady = signedIn.person.username != nil
        let next = target ?? request.nextPath ?? LocalPath("/")
        let target = isReady ? next : LocalPath("/welcome").with("next", next.description)
        var response = PageResponse.redirect(to: target).settingCookies(
            request.cookies.sessionCookie(signedIn), request.cookies.clientCookie(signedIn),
            request.cookies.expiredCookie(.visitor))
        response.signedIn = signedIn
        return response
    }

    /// The time zone that the script detected; nil if it is missing or unknown.
    private static func timeZone(in form: FormData) -> String? {
        guard let timeZone = form["timeZone"], AccountChanges.isKnown(timeZone: timeZone) else { return nil }
        return timeZone
    }

    static func birthDate(in request: WebRequest) throws(SocialError) -> Day {
        guard let day = request.form["birthDate"].flatMap({ Day($0) }) else {
            throw SocialError(
                .invalidValue, request.localizer("signUp.birthDateMissing"), field: "birthDate")
        }
        return day
    }

    /// - Parameter hasEnded: whether the session has ended, which is no fault of the user's.
    private static func signIn(
        _ request: WebRequest, _ error: SocialError?, hasEnded: Bool = false
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let code = hasEnded ? SocialError.Code.unauthenticated : error?.code
        let fields = [
            Field.username(localizer, isNew: false),
            Field(
                name: "password", label: localizer("signIn.password"), type: "password",
                autocomplete: "current-password", attributes: [.isRequired]),
        ]
        return try await page(
            "signIn", request, fields, error.map { [$0] } ?? [], hasEnded: hasEnded,
            status: code.map { ProblemKind.of($0).status } ?? 200)
    }

    private static func signUp(
        _ request: WebRequest, _ errors: [SocialError]
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let fields = [
            Field.username(localizer, isNew: true),
            Field(
                name: "displayName", label: localizer("signUp.displayName"),
                hint: localizer("signUp.displayNameHint"), autocomplete: "name",
                length: TextRule.displayName.length),
            Field(
                name: "password", label: localizer("signIn.password"), type: "password",
                hint: localizer("signUp.passwordHint", localizer.limits(PasswordRule.lengths)),
                autocomplete: "new-password", attributes: [.isRequired], length: PasswordRule.lengths),
            .birthDate(request),
        ]
        return try await page(
            "signUp", request, fields, errors,
            status: errors.isEmpty ? 200 : errors.contains { $0.code == .busy } ? 503 : 422)
    }

    private static func page(
        _ name: String, _ request: WebRequest, _ fields: [Field], _ errors: [SocialError],
        hasEnded: Bool = false, status: Int
    ) async throws -> PageResponse {
        var view = fields.view(errors, request.localizer) { request.form[$0] }
        // A form that was lost with its session comes before an invitation.
        let next = hasEnded ? request.nextPath : request.continuation
        view["next"] = .text(optional: next?.description)
        view["nextQuery"] = .text(LocalPath.query(continuingAt: next))
        view["invitation"] = hasEnded ? .nothing : try await request.invitation()
        view["hasEnded"] = .flag(hasEnded)
        view["kept"] = .text(optional: request.keptForm)
        view["hasDevice"] = .flag(request.cookies.device != nil)
        view["passkey"] = .view(optional: PasskeyForm.view(request))
        return .page("People/\(name)", title: request.localizer("\(name).title"), status: status, view)
            .continuing(at: next)
    }
}

extension Field {
    /// - Parameter isNew: whether the user chooses a new username.
    static func username(_ localizer: Localizer, isNew: Bool) -> Field {
        Field(
            name: "username", label: localizer("signIn.username"),
            hint: isNew ? localizer("signUp.usernameHint", localizer.limits(localizer.usernameLengths)) : nil,
            autocomplete: "username", attributes: isNew ? [.isRequired, .isUsername] : [.isRequired],
            length: isNew ? localizer.usernameLengths : nil)
    }

    /// The birth date, with the community's minimum age.
    static func birthDate(_ request: WebRequest) -> Field {
        let (localizer, years) = (request.localizer, request.engine.environment.minimumAge)
        let limit = years > 0 ? localizer("signUp.minimumAge", ["years": "\(years)"]) + " " : ""
        return Field(
            name: "birthDate", label: localizer("signUp.birthDate"), type: "date",
            hint: limit + localizer("signUp.birthDateHint"), autocomplete: "bday", attributes: [.isRequired])
    }
}
