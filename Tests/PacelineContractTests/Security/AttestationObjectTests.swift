import Foundation
import Paceline
import PacelineClient
import PacelineTestSupport
import Testing

@Suite("Attestation objects")
struct AttestationObjectTests {
    private static let creation = PasskeyCreation(
        challenge: Base64URLData(Data([1])), relyingParty: "crew.example",
        userHandle: Base64URLData(Data([2])), accountName: "ana", displayName: "Ana",
        excludedCredentialIDs: [], expiresAt: .now)

    @Test(
        "an attestation object has what browsers return apart",
        arguments: SoftwareAuthenticator.Algorithm.allCases)
    func read(_ algorithm: SoftwareAuthenticator.Algorithm) throws {
        var authenticator = try SoftwareAuthenticator(algorithm)
        let direct = authenticator.create(for: Self.creation, named: "Phone")
        let read = try PasskeyRegistration(
            name: "Phone", attestationObject: authenticator.attestationObject(for: Self.creation),
            clientDataJSON: direct.clientDataJSON.data)
        #expect(read == direct)
    }

    @Test("any other bytes are rejected")
    func rejected() throws {
        let authenticator = try SoftwareAuthenticator()
        let good = authenticator.attestationObject(for: Self.creation)
        let bad = [
            Data(), Data([0xA0]), Data([0x9F, 0xFF]), Data(repeating: 0x81, count: 10_000),
            Data([0xBB] + [UInt8](repeating: 0xFF, count: 8)),
            Data([0x5B] + [UInt8](repeating: 0xFF, count: 8)),
        ]
        let shortened = stride(from: 0, to: good.count, by: 7).map { Data(good.prefix($0)) }
        for bytes in bad + shortened {
            let error = #expect(throws: SocialError.self) {
                try PasskeyRegistration(name: "Phone", attestationObject: bytes, clientDataJSON: Data([1]))
            }
            #expect(error?.code == .invalidValue && error?.field == "publicKey")
        }
    }
}
