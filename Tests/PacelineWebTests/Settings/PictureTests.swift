import Foundation
import HTTPTypes
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Pictures") struct PictureTests {
    @Test("A profile picture can be uploaded and removed", arguments: ["avatar", "header"])
    func upload(kind: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let shown = kind == "avatar" ? "avatar" : "banner"
            #expect(
                try await ana.upload(
                    "/settings/\(kind)", [:],
                    files: [UploadedFile(field: kind, name: "a", bytes: Pictures.webP())]
                ).status == 303)
            let id = try await site.session("ana").me().id
            #expect(try await ana.open("/@ana").text.contains("/people/\(id)/\(shown)"))
            let picture = try await ana.open("/people/\(id)/\(shown)")
            #expect(picture.status == 200 && picture.headers[.contentType] == "image/webp")
            try await ana.open("/settings/profile")
            #expect(try await ana.submit("/settings/\(kind)/remove").status == 303)
            #expect(try await ana.open("/people/\(id)/\(shown)").status == 404)
        }
    }

    @Test(
        "A file that is not a picture shows an error next to its field",
        arguments: [
            "", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "<!doctype html>", "RIFF",
        ])
    func content(text: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let response = try await ana.upload("/settings/avatar", [:], files: [.avatar(Array(text.utf8))])
            #expect(response.status == 422)
            #expect(response.text.firstMatch(of: /id="error-avatar">[^<]/) != nil)
            #expect(try await site.session("ana").me().avatarURL == nil)
        }
    }

    @Test("The settings show how much storage pictures use, and when there will be more")
    func storage() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.upload(
                "/settings/avatar", [:], files: [.avatar(Pictures.picture(byteCount: 1_500))])
            let page = try await ana.open("/settings/profile").text
            #expect(page.contains("use 1.5 KB of 200 MB. From ") && page.contains(" your limit is 1 GB."))
            site.clock.advance(by: 7 * 86_400)
            let later = try await ana.open("/settings/profile").text
            #expect(later.contains("use 1.5 KB of 1 GB.") && !later.contains("your limit is"))
        }
    }

    @Test("A picture for which there is no room shows an error next to its field")
    func quota() async throws {
        try await Site.run(configuring: { $0.quotas.firstWeekStorage = 1_000 }) { site in
            let ana = try await site.member("ana")
            let large = Pictures.picture(byteCount: 1_200)
            let response = try await ana.upload("/settings/avatar", [:], files: [.avatar(large)])
            #expect(response.status == 422)
            #expect(response.text.firstMatch(of: /id="error-avatar">This is too large for the 1 KB/) != nil)
            try await ana.open("/welcome/profile")
            let step = try await ana.upload(
                "/welcome/profile", ["displayName": "Ana"], files: [.avatar(large)])
            #expect(step.status == 422 && step.text.contains("This is too large for the 1 KB"))
            try await ana.open("/workouts/add")
            let fields = await ana.filledIn.merging([
                "type": "rowing", "title": "Easy row", "startedAt": "2026-06-20T06:30", "duration": "6:54",
            ]) { $1 }
            let photo = UploadedFile(field: "photo", name: "row.webp", bytes: large)
            let form = try await ana.upload("/workouts/add", fields, files: [photo])
            #expect(form.status == 422 && form.text.contains("This is too large for the 1 KB"))
            #expect(form.text.contains(#"value="Easy row""#))
            #expect(try await site.session("ana").workouts(of: .me, PageRequest()).items.isEmpty)
        }
    }

    @Test("While the disk is almost full, uploads say so")
    func fullDisk() async throws {
        try await Site.run(configuring: { $0.freeDiskBytes = { 1 } }) { site in
            let ana = try await site.member("ana")
            let response = try await ana.upload(
                "/settings/avatar", [:], files: [.avatar(Pictures.webP())])
            #expect(response.status == 422 && response.text.contains("short of disk space"))
        }
    }

    @Test("Uploading a picture requires the CSRF token and a session")
    func forgery() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(
                try await ana.upload("/settings/avatar", [:], files: [.avatar(Pictures.webP())], token: "x")
                    .status == 403)
            #expect(try await site.session("ana").me().avatarURL == nil)
            let stranger = site.browser()
            try await stranger.open("/sign-in")
            let large = [UInt8](repeating: 0, count: FormData.largestByteCount)
            #expect(try await stranger.upload("/settings/avatar", [:], files: [.avatar(large)]).status == 303)
        }
    }

    @Test("Browsers cache pictures privately and revalidate them")
    func caching() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.upload("/settings/avatar", [:], files: [.avatar(Pictures.webP(1))])
            let path = "/people/\(try await site.session("ana").me().id)/avatar"
            let first = try await ana.open(path)
            let tag = try #require(first.headers[.eTag])
            #expect(first.headers[.cacheControl] == "private, no-cache")
            #expect(first.headers[.xContentTypeOptions] == "nosniff")
            let again = try await ana.open(path, [.ifNoneMatch: "W/\"x\", \(tag)"])
            #expect(again.status == 304 && again.text.isEmpty)
            try await ana.open("/settings/profile")
            try await ana.upload("/settings/avatar", [:], files: [.avatar(Pictures.webP(2))])
            #expect(try await ana.open(path, [.ifNoneMatch: tag]).status == 200)
        }
    }
}

extension UploadedFile {
    /// A form that uploads a file named like a picture.
    static func avatar(_ bytes: [UInt8]) -> UploadedFile {
        UploadedFile(field: "avatar", name: "me.png", bytes: bytes)
    }
}

/// A minimal WebP picture, whose container has no checksums.
enum Pictures {
    /// 64 × 48 pixels.
    static func webP(_ pixel: UInt8 = 0) -> [UInt8] { picture(byteCount: 64, pixel) }

    /// Creates a picture of an exact size.
    /// - Parameter byteCount: the size in bytes; even, at least 40.
    static func picture(byteCount: Int, _ pixel: UInt8 = 0) -> [UInt8] {
        let frame: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 64, 0, 48, 0]
        let pixels = frame + [UInt8](repeating: pixel, count: byteCount - 20 - frame.count)
        return "RIFF".utf8 + size(pixels.count + 12) + "WEBPVP8 ".utf8 + size(pixels.count) + pixels
    }

    private static func size(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
