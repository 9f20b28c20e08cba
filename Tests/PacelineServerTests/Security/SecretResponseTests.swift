import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import PacelineEngine
import Testing

@Suite("Responses with secrets")
struct SecretResponseTests {
    private static let password = Member.password
    private static let newPassword = "another horse battery"

    @Test("responses with tokens or codes are stored nowhere")
    func stored() async throws {
        // Nonces are for Sign in with Apple. No token is sent here, so the verifier is never asked.
        let environment = EngineEnvironment(passwordCost: .fast, appleVerifier: SlowProvider())
        try await Community.run(environment: environment) { community in
            var checked: Set<String> = []
            func send(
                _ id: String, token: String? = nil, _ json: String? = nil
            ) async throws -> ServerResponse {
                let endpoint = try #require(AllEndpoints.all.first { $0.id == id })
                let response = try await community.send(
                    endpoint.method.request, endpoint.path.description, token: token,
                    body: json.map { Array($0.utf8) })
                #expect((200..<300).contains(response.status), "\(id): \(response.text)")
                #expect(response.headers[.cacheControl] == "private, no-store", "\(id)")
                #expect(response.headers[.eTag] == nil, "\(id)")
                checked.insert(id)
                return response
            }
            func token(_ response: ServerResponse) throws -> String {
                try response.decoded(as: SignedIn.self).token
            }

            let person = #"{"username":"ana","password":"\#(Self.password)","birthDate":19900401}"#
            _ = try await send("signUp", person)
            let credential =
                #"{"provider":"password","username":"ana","password":"\#(Self.password)"}"#
            var session = try token(try await send("signIn", credential))
            session = try token(try await send("reauthenticate", token: session, credential))
            let change =
                #"{"currentPassword":"\#(Self.password)","newPassword":"\#(Self.newPassword)"}"#
            session = try token(try await send("changePassword", token: session, change))
            _ = try await send(
                "createAccessToken", token: session, #"{"name":"Script","scopes":["read"]}"#)
            let codes = try await send("createRecoveryCodes", token: session).decoded(
                as: RecoveryCodes.self)
            let recovery =
                #"{"code":"\#(codes.items[0])","newPassword":"\#(Self.newPassword)"}"#
            session = try token(try await send("recover", recovery))
            let nonce = try await send("createNonce").decoded(as: SignInNonce.self)
            #expect(!nonce.value.isEmpty)
            session = try token(
                try await send(
                    "reauthenticate", token: session,
                    #"{"provider":"password","username":"ana","password":"\#(Self.newPassword)"}"#))
            let device = String(repeating: "A", count: 43)
            let linked = try await send(
                "linkIdentity", token: session, #"{"provider":"device","secret":"\#(device)"}"#)
            #expect(!linked.text.contains(device))
            _ = try await send("signOutEverywhere", token: session)
            #expect(checked.count == 10)
        }
    }
}
