import Paceline
import Testing

@Suite("Avatar and header")
struct ProfilePictureTests {
    @Test("what is uploaded is shown, without what it tells of the place", arguments: Implementation.allCases)
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

    @Test("a picture that was removed is gone, also when there was none", arguments: Implementation.allCases)
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

    @Test("the same picture of two people is each one's own", arguments: Implementation.allCases)
    func shared(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ana.services.setAvatar(Pictures.plain)
            _ = try await ben.services.setAvatar(Pictures.plain)
            _ = try await ana.services.removeAvatar()
            #expect(try await ana.services.avatar(of: ben.reference).bytes == Pictures.plain)
        }
    }

    @Test("what is no picture is refused", arguments: Implementation.allCases)
    func refused(_ implementation: Implementation) async throws {
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
