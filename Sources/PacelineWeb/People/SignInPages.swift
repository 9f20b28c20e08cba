import Foundation
import Paceline
import PacelineEngine

/// Signing up, in and out.
enum SignInPages {
    static func showSignIn(_ visit: Visit) async throws -> PageAnswer {
        visit.caller == nil ? signIn(visit, nil) : .redirect(to: visit.next ?? LocalPath("/"))
    }

    static func signIn(_ visit: Visit) async throws -> PageAnswer {
        do {
            let credential = Credential.password(
                username: visit.form["username"] ?? "", password: visit.form.exact("password"))
            return open(try await visit.engine.signIn(with: credential), visit)
        } catch let error as SocialError where error.code == .invalidCredentials {
            return signIn(visit, error)
        }
    }

    static func showSignUp(_ visit: Visit) async throws -> PageAnswer {
        visit.caller == nil ? signUp(visit, nil) : .redirect(to: "/")
    }

    static func signUp(_ visit: Visit) async throws -> PageAnswer {
        do {
            let signedIn = try await visit.engine.signUp(
                SignUp(
                    username: (visit.form["username"] ?? "").lowercased(),
                    password: visit.form.exact("password"), displayName: visit.form["displayName"],
                    birthDate: try birthDate(in: visit.form)),
                timeZone: timeZone(in: visit.form))
            return open(signedIn, visit)
        } catch let error as SocialError where error.field != nil {
            return signUp(visit, error)
        }
    }

    /// Signs in by a secret that this browser alone keeps; the first time makes the account.
    static func signInByDevice(_ visit: Visit) async throws -> PageAnswer {
        let secret = visit.cookies.device ?? newSecret()
        let signedIn = try await visit.engine.signIn(
            withDevice: secret, timeZone: timeZone(in: visit.form))
        return open(signedIn, visit).setting(visit.cookies.remembering(device: secret))
    }

    static func signOut(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.signOut()
        return .redirect(to: "/").setting(visit.cookies.ending(.session))
    }

    static func signOutEverywhere(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.signOutEverywhere()
        return .redirect(to: "/").setting(
            visit.cookies.ending(.session), visit.cookies.noting("signedOutEverywhere"))
    }
}

extension SignInPages {
    private static func open(_ signedIn: SignedIn, _ visit: Visit) -> PageAnswer {
        let isReady = signedIn.person.username != nil
        let next = visit.next ?? LocalPath("/")
        let target = isReady ? next : LocalPath("/welcome").with("next", next.description)
        return .redirect(to: target).setting(
            visit.cookies.opening(signedIn), visit.cookies.ending(.visitor))
    }

    /// A script may tell the time zone, which decides what a day is; nil for what is none.
    private static func timeZone(in form: FormData) -> String? {
        guard let timeZone = form["timeZone"], TimeZone(identifier: timeZone) != nil,
            timeZone.utf8.count <= 64
        else { return nil }
        return timeZone
    }

    static func birthDate(in form: FormData) throws(SocialError) -> Day {
        guard let day = form["birthDate"].flatMap({ Day($0) }) else {
            throw SocialError(.invalidValue, "Give your birth date as 1990-05-17.", field: "birthDate")
        }
        return day
    }

    private static func signIn(_ visit: Visit, _ error: SocialError?) -> PageAnswer {
        let wording = visit.wording
        let fields = [
            Field.username(wording, isNew: false),
            Field(
                name: "password", label: wording("signIn.password"), type: "password",
                autocomplete: "current-password", attributes: [.isRequired]),
        ]
        return page("signIn", visit, fields, error, status: error == nil ? 200 : 401)
    }

    private static func signUp(_ visit: Visit, _ error: SocialError?) -> PageAnswer {
        let wording = visit.wording
        let fields = [
            Field.username(wording, isNew: true),
            Field(
                name: "displayName", label: wording("signUp.displayName"),
                hint: wording("signUp.displayNameHint"), autocomplete: "name"),
            Field(
                name: "password", label: wording("signIn.password"), type: "password",
                hint: wording("signUp.passwordHint"), autocomplete: "new-password",
                attributes: [.isRequired, .isNewPassword]),
            .birthDate(wording),
        ]
        return page("signUp", visit, fields, error, status: error == nil ? 200 : 422)
    }

    private static func page(
        _ name: String, _ visit: Visit, _ fields: [Field], _ error: SocialError?, status: Int
    ) -> PageAnswer {
        var view = fields.view(error, visit.wording) { visit.form[$0] }
        view["next"] = .text(optional: visit.next?.description)
        view["nextQuery"] = .text(optional: visit.next.map { "?next=" + FormData.encode($0.description) })
        view["hasDevice"] = .flag(visit.cookies.device != nil)
        return .page("People/\(name)", title: visit.wording("\(name).title"), status: status, view)
    }
}

extension Field {
    /// - Parameter isNew: whether it is chosen here, rather than known.
    static func username(_ wording: Wording, isNew: Bool) -> Field {
        Field(
            name: "username", label: wording("signIn.username"),
            hint: isNew ? wording("signUp.usernameHint") : nil,
            autocomplete: "username", attributes: isNew ? [.isRequired, .isUsername] : [.isRequired])
    }

    static func birthDate(_ wording: Wording) -> Field {
        Field(
            name: "birthDate", label: wording("signUp.birthDate"), type: "date",
            hint: wording("signUp.birthDateHint"), autocomplete: "bday", attributes: [.isRequired])
    }
}
