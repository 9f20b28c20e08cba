import Paceline
import Testing

@Suite("QR codes")
struct QRCodeImageTests {
    @Test(
        "a profile's QR code contains its address, in the requested format",
        arguments: Implementation.allCases, QRCodeImage.Format.allCases)
    func profile(_ implementation: Implementation, _ format: QRCodeImage.Format) async throws {
        try await implementation.run(configuring: { $0.publicURL = "https://crew.example" }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let expected = try QRCodeImage(of: "https://crew.example/@ana", as: format)
            #expect(expected.format == format)
            for (viewer, person) in [(ana, .me), (ben, ana.reference), (ben, .username("ana"))] {
                #expect(try await viewer.services.profileQRCode(of: person, as: format) == expected)
            }
        }
    }

    @Test(
        "the QR code of a friend code contains its link until the code is reset",
        arguments: Implementation.allCases)
    func friendCode(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for _ in 0..<2 {
                let url = try await ana.services.friendCode().url
                for format in QRCodeImage.Format.allCases {
                    let picture = try await ana.services.friendCodeQRCode(as: format)
                    #expect(picture == (try QRCodeImage(of: url, as: format)))
                }
                _ = try await ana.services.resetFriendCode()
            }
        }
    }

    @Test(
        "only people who may look a person up see their QR code", arguments: Implementation.allCases)
    func visibility(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await ana.chooses(.private)
            try await ana.blocks(eva)
            _ = try await ben.services.profileQRCode(of: ana.reference, as: .svg)
            for person in [ana.reference, .username("nobody_here")] {
                await expectError(.personNotFound) {
                    try await eva.services.profileQRCode(of: person, as: .svg)
                }
            }
            // A blocker can still look the person up, in order to unblock them.
            _ = try await ana.services.profileQRCode(of: eva.reference, as: .svg)
        }
    }

    @Test("there is no QR code without a username", arguments: Implementation.allCases)
    func newcomers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let newcomer = try await world.newcomer()
            await expectError(.usernameRequired) {
                try await newcomer.services.profileQRCode(of: .me, as: .svg)
            }
            await expectError(.usernameRequired) { try await newcomer.services.friendCodeQRCode(as: .svg) }
        }
    }
}
