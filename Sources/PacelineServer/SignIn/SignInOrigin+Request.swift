import HTTPTypes
import Hummingbird
import Paceline
import PacelineEngine

extension SignInOrigin {
    /// The origin of a request.
    /// - Parameter clientToken: the token of an earlier sign-in, if not in `Client-Token`.
    /// - Throws: ``SocialError/Code/invalidValue`` for an invalid `Client-Name`.
    init(of request: Request, at address: ClientAddress, clientToken: String? = nil) throws(SocialError) {
        var clientName = request.headers[.userAgent].flatMap(ClientName.of)
        if let chosen = request.headers[.clientName] { clientName = try TextRule.clientName.check(chosen) }
        self.init(
            clientName: clientName, clientToken: clientToken ?? request.headers[.clientToken],
            network: address.network, address: address == .local ? nil : address.limitBytes)
    }
}

extension HTTPField.Name {
    fileprivate static let clientName = Self("Client-Name")!
    fileprivate static let clientToken = Self("Client-Token")!
}
