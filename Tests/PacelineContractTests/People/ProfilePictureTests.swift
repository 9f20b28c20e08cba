import Paceline
import Testing

@Suite("Avatar and header")
struct ProfilePictureTests {
    @Test("uploaded images are shown without location metadata", arguments: Implementation.allCases)
    func uploading(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            #expect(try await ana.services.setAvatar(Pictures.withPlace).avatarURL != nil)
            #expect(try await ana.services.setHeader(Pictures.plain).headerURL != nil)
            let avatar = try await ben.services.avatar(of: ana.reference)
            #expect(avatar.format == .webP)
            #expect(!avatar.bytes.contains(text: Pictures.secret))
            #expect(try await ben.services.header(of: ana.reference).bytes == Pictures.plain)
            #expect(try await ben.services.people(matching: "ana", .whole).items[0].avatarURL != nil)
        }
    }

    @Test("removing an image is idempotent", arguments: Implementation.allCases)
    func removing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.setAvatar(Pictures.plain)
            _ = try await ana.services.setHeader(Pictures.plain)
            for _ in 0..<2 {
                #expect(try await ana.services.removeAvatar().avatarURL == nil)
                #expect(try await ana.services.removeHeader().headerURL == nil)
            }
            await expectError(.photoNotFound) { try await ana.services.avatar(of: .me) }
            await expectError(.photoNotFound) { try await ana.services.header(of: .me) }
        }
    }

    @Test("two people with the same image are independent", arguments: Implementation.allCases)
    func shared(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ana.services.setAvatar(Pictures.plain)
            _ = try await ben.services.setAvatar(Pictures.plain)
            _ = try await ana.services.removeAvatar()
            #expect(try await ana.services.avatar(of: ben.reference).bytes == Pictures.plain)
        }
    }

    @Test("files that are not images are rejected", arguments: Implementation.allCases)
    func rejected(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.unsupportedMediaType) {
                try await ana.services.setAvatar(Array("GIF89a".utf8))
            }
            await expectError(.imageInvalid) { try await ana.services.setHeader(Pictures.cutShort) }
            #expect(try await ana.services.me().avatarURL == nil)
        }
    }
}
