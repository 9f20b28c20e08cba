import Foundation
import Paceline

extension QRCodeImage: EndpointOutput {
    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "The picture.", .media(Format.allCases.map(\.mediaType)), headers: ["ETag"])]
    }

    public func response(_ status: Int) -> EncodedResponse {
        let contentType = format == .text ? MediaType.text : format.mediaType
        return EncodedResponse(
            status: status, contentType: contentType, headers: ["Vary": "Accept"], body: bytes)
    }

    public static func read(_ response: EncodedResponse) throws -> QRCodeImage {
        let type = response.contentType?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        guard let format = type.flatMap(Format.init) else {
            throw SocialError.unknownPictureFormat
        }
        return QRCodeImage(format: format, bytes: response.body)
    }
}

extension AcceptedMedia {
    /// The client's preferred format of a QR code; SVG by default.
    public var codeFormat: QRCodeImage.Format {
        QRCodeImage.Format(rawValue: best(of: QRCodeImage.Format.allCases.map(\.mediaType))) ?? .svg
    }
}
