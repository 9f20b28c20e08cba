import Paceline
import PacelineEngine

/// Forms that the script fills in with what a passkey answers.
enum PasskeyForm {
    /// The values of a form for signing in or confirming; nil if browsers can use no passkeys at this address.
    /// - Parameter passkeys: the passkeys to choose from; any if there are none.
    static func view(_ request: WebRequest, choosingFrom passkeys: [Passkey] = []) -> View? {
        request.relyingParty.map { relyingParty in
            ["relyingParty": .text(relyingParty.id), "ids": ids(passkeys.map(\.credentialID))]
        }
    }

    /// The values of a form for adding a passkey; nil if browsers can use none at this address.
    static func view(_ request: WebRequest, creating creation: PasskeyCreation?) -> View? {
        guard let creation, request.relyingParty?.id == creation.relyingParty else { return nil }
        return [
            "relyingParty": .text(creation.relyingParty),
            "challenge": .text(creation.challenge.description),
            "user": .text(creation.userHandle.description), "account": .text(creation.accountName),
            "display": .text(creation.displayName), "ids": ids(creation.excludedCredentialIDs),
            "algorithms": .text(creation.algorithms.map(String.init).joined(separator: " ")),
        ]
    }

    private static func ids(_ ids: [Base64URLData]) -> ViewValue {
        .text(ids.map(\.description).joined(separator: " "))
    }

    /// The passkey's answer.
    /// - Throws: ``SocialError/Code/invalidCredentials`` if a part is missing, as without the script.
    static func credential(in form: FormData) throws(SocialError) -> Credential {
        guard let credentialID = data("credentialId", in: form),
            let authenticatorData = data("authenticatorData", in: form),
            let clientDataJSON = data("clientDataJSON", in: form),
            let signature = data("signature", in: form)
        else { throw incomplete }
        return .passkey(
            PasskeyAssertion(
                credentialID: credentialID, authenticatorData: authenticatorData,
                clientDataJSON: clientDataJSON, signature: signature,
                userHandle: data("userHandle", in: form)))
    }

    /// The new passkey.
    /// - Throws: ``SocialError/Code/invalidCredentials`` if a part is missing, as without the script.
    static func registration(in form: FormData) throws(SocialError) -> PasskeyRegistration {
        guard let publicKey = data("publicKey", in: form),
            let authenticatorData = data("authenticatorData", in: form),
            let clientDataJSON = data("clientDataJSON", in: form)
        else { throw incomplete }
        return PasskeyRegistration(
            name: form["name"] ?? "", publicKey: publicKey, authenticatorData: authenticatorData,
            clientDataJSON: clientDataJSON)
    }

    private static func data(_ name: String, in form: FormData) -> Base64URLData? {
        form[name].flatMap { Base64URLData($0) }
    }

    private static var incomplete: SocialError {
        SocialError(.invalidCredentials, "The browser sent no passkey.")
    }
}
