import Foundation
import Testing

@testable import Paceline

@Suite struct ImageSanitisingTests {
    typealias Build = PictureBuilder

    @Test(arguments: [nil, 1, 2, 3, 6, 8, 0, 9])
    func `a JPEG keeps only picture and orientation`(orientation: Int?) throws {
        for order in [ByteOrder.bigEndian, .littleEndian] {
            let image = try StoredImage(sanitising: Build.jpeg(orientation: orientation, order: order))
            #expect(image == StoredImage(format: .jpeg, bytes: Build.cleanJPEG(orientation: orientation)))
        }
    }

    @Test(arguments: [nil, 1, 2, 3, 6, 8, 0, 9])
    func `a PNG keeps only picture and orientation`(orientation: Int?) throws {
        let image = try StoredImage(sanitising: Build.png(orientation: orientation))
        #expect(image == StoredImage(format: .png, bytes: Build.cleanPNG(orientation: orientation)))
    }

    @Test(arguments: [nil, 1, 2, 3, 6, 8, 0, 9])
    func `a WebP keeps only picture and orientation`(orientation: Int?) throws {
        let image = try StoredImage(sanitising: Build.webP(orientation: orientation))
        #expect(image == StoredImage(format: .webP, bytes: Build.cleanWebP(orientation: orientation)))
    }

    @Test func `a simple WebP and an animation keep their pictures`() throws {
        for picture in [Build.lossy(), Build.lossless()] {
            let image = try StoredImage(
                sanitising: Build.riff(picture + Build.piece("EXIF", Build.tiff(orientation: 6))))
            #expect(image.bytes == Build.riff(picture))
        }
        #expect(try StoredImage(sanitising: Build.animation).bytes == Build.cleanAnimation)
    }

    static let samples = [Build.jpeg(), Build.png(), Build.webP(), Build.animation]

    @Test(arguments: samples) func `no metadata survives, and sanitising is idempotent`(bytes: [UInt8]) throws
    {
        let image = try StoredImage(sanitising: bytes)
        let text = String(decoding: image.bytes, as: Unicode.ASCII.self)
        for secret in Build.secrets { #expect(!text.contains(secret)) }
        #expect(try StoredImage(sanitising: image.bytes) == image)
    }

    @Test(arguments: samples) func `a truncated picture is rejected`(bytes: [UInt8]) throws {
        let whole = try StoredImage(sanitising: bytes)
        for length in whole.bytes.indices {
            let code = Self.rejection(of: Array(whole.bytes.prefix(length)))
            #expect(code == .imageInvalid || code == .unsupportedMediaType && length < 12, "cut at \(length)")
        }
    }

    @Test(arguments: [UInt64](1...4)) func `damaged files never crash, and accepted ones are clean`(
        seed: UInt64
    ) {
        var random = SeededRandom(seed: seed)
        for step in 0..<5_000 {
            let bytes = Self.mutated(Self.samples[step % Self.samples.count], &random)
            guard let image = try? StoredImage(sanitising: bytes) else { continue }
            #expect(Self.rejection(of: image.bytes) == nil, "seed \(seed), step \(step)")
        }
    }

    @Test func `the format is determined by content`() {
        for text in ["", "GIF89a", "<svg/>", "%PDF-1.7", "RIFF\0\0\0\0WAVE", "\u{FF}\u{D8}"] {
            #expect(Self.rejection(of: Array(text.utf8)) == .unsupportedMediaType)
        }
        #expect(Self.rejection(of: [UInt8](repeating: 0, count: 1_000)) == .unsupportedMediaType)
    }

    @Test func `up to 15 MB are accepted`() {
        let filler = [UInt8](repeating: 7, count: StoredImage.maxByteCount - Build.jpeg().count)
        #expect(Self.rejection(of: Build.jpeg() + filler) == nil)
        #expect(Self.rejection(of: Build.jpeg() + filler + [7]) == .tooLarge)
    }

    @Test func `pictures without pixels or with too many are rejected`() {
        #expect(Self.rejection(of: Build.png(width: 10_000, height: 10_000)) == nil)
        #expect(Self.rejection(of: Build.png(width: 10_000, height: 10_001)) == .tooLarge)
        #expect(Self.rejection(of: Build.png(width: 0, height: 1)) == .imageInvalid)
        #expect(Self.rejection(of: Build.png(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)) == .tooLarge)
        #expect(Self.rejection(of: Build.jpeg(width: 65_535, height: 1_525)) == nil)
        #expect(Self.rejection(of: Build.jpeg(width: 65_535, height: 1_526)) == .tooLarge)
        #expect(Self.rejection(of: Build.jpeg(width: 640, height: 0)) == .imageInvalid)
        #expect(Self.rejection(of: Build.webP(width: 16_383, height: 16_383)) == .tooLarge)
        #expect(Self.rejection(of: Build.riff(Build.lossless(width: 16_384, height: 16_384))) == .tooLarge)
        #expect(Self.rejection(of: Build.riff(Build.lossy(width: 0, height: 5))) == .imageInvalid)
    }

    @Test func `damage is detected`() {
        var wrongChecksum = Build.png()
        wrongChecksum[20] ^= 1
        #expect(Self.rejection(of: wrongChecksum) == .imageInvalid)
        let noHeader = Build.pngSignature + Build.pngPicture
        #expect(Self.rejection(of: noHeader) == .imageInvalid)
        let noPixels = Build.pngSignature + Build.header(width: 1, height: 1) + Build.chunk("IEND", [])
        #expect(Self.rejection(of: noPixels) == .imageInvalid)
        let unknownNeeded =
            Build.pngSignature + Build.header(width: 1, height: 1) + Build.chunk("CgBI", [1])
            + Build.pngPicture
        #expect(Self.rejection(of: unknownNeeded) == .imageInvalid)
        #expect(Self.rejection(of: [0xFF, 0xD8, 0xFF, 0xD9]) == .imageInvalid)
        #expect(Self.rejection(of: Build.riff(Build.extended(flags: 0))) == .imageInvalid)
        #expect(Self.rejection(of: Build.riff([])) == .imageInvalid)
    }

    private static func rejection(of bytes: [UInt8]) -> SocialError.Code? {
        do {
            _ = try StoredImage(sanitising: bytes)
            return nil
        } catch {
            return error.code
        }
    }

    /// The bytes with a few of them changed, repeated or dropped.
    private static func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = .random(in: 0...255, using: &random)
            case 1: bytes[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
            case 2: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 3: bytes.removeSubrange(place..<max(end, place))
            default: bytes.insert(contentsOf: bytes[place..<end], at: place)
            }
            if bytes.isEmpty { return [0] }
        }
        return bytes
    }
}
