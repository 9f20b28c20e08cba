import Foundation
import NIOCore
import Paceline
import PacelineClient
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Where sign-ins come from")
struct SignInOriginTests {
    @Test(
        "browsers are named by product and system, other clients by their first product",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux"),
            (
                """
                Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
                Safari/537.36 Edg/140.0.0.0
                """, "Edge on Windows"
            ),
            (
                """
                Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile \
                Safari/537.36
                """, "Chrome on Android"
            ),
            (
                """
                Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                Version/18.6 Mobile/15E148 Safari/604.1
                """, "Safari on iPhone"
            ),
            ("curl/8.5.0", "curl"), ("Crew/3 CFNetwork/1410.0.3 Darwin/22.6.0", "Crew"), ("", nil),
            ("\u{7f}", nil),
        ] as [(String, String?)])
    func names(_ userAgent: String, _ name: String?) {
        #expect(ClientName.of(userAgent: userAgent) == name)
    }

    @Test(
        "only the network of an address is kept",
        arguments: [
            ("192.0.2.77", "192.0.2.0/24"), ("::ffff:192.0.2.77", "192.0.2.0/24"),
            ("2001:db8:7:9::1", "2001:db8:7::/48"),
        ])
    func networks(_ address: String, _ network: String) throws {
        #expect(try #require(ClientAddress(text: address)).network == network)
    }

    @Test("the list of sessions shows the client's name and network")
    func list() async throws {
        try await RunningServer.run(PacelineServer.ServerConfiguration(port: 0)) { server in
            let url = try #require(URL(string: server.address))
            var community = RemoteServer(url: url)
            let signUp = SignUp(
                username: "ana", password: "correct horse battery",
                birthDate: try #require(Day(number: 1990_05_17)))
            _ = try await community.signUp(signUp)
            community.clientName = "  Ana’s phone "
            let credential = Credential.password(username: "ana", password: "correct horse battery")
            let signedIn = try await community.signIn(with: credential)
            let sessions = try await community.session(token: signedIn.token).sessions(PageRequest()).items
            #expect(sessions.first?.clientName == "Ana’s phone")
            #expect(sessions.allSatisfy { $0.network == "127.0.0.0/24" && $0.clientName != nil })
            community.clientName = String(repeating: "x", count: 61)
            await #expect(throws: SocialError.self) { try await community.signIn(with: credential) }
        }
    }
}
