import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Multipart forms") struct MultipartTests {
    private func form(_ body: String) throws(SocialError) -> MultipartForm {
        try MultipartForm(Data(body.utf8), boundary: "b")
    }

    @Test("Fields and files are separated for any bytes in the files")
    func parts() throws {
        var body = Data("--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nÄ 5k\r\n".utf8)
        body += Data(
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a%22b.csv\"\r\n\r\n".utf8)
        let bytes: [UInt8] = [0, 13, 10, 45, 45, 99, 255, 13, 10]
        body += Data(bytes) + Data("\r\n--b--\r\n".utf8)
        let form = try MultipartForm(body, boundary: "b")
        #expect(form.fields == ["title": "Ä 5k"])
        #expect(form.files == [UploadedFile(field: "file", name: "a\"b.csv", bytes: bytes)])
    }

    @Test("An empty file field yields no file")
    func noFile() throws {
        let form = try form(
            "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\"\r\n\r\n\r\n--b--\r\n")
        #expect(form.files.isEmpty && form.fields.isEmpty)
    }

    @Test(
        "Truncated and malformed bodies are rejected",
        arguments: [
            "", "--b", "--b\r\n", "--c--\r\n", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx",
            "--b\r\n\r\n\r\nx\r\n--b--", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
        ])
    func broken(body: String) {
        #expect(throws: SocialError.self) { try form(body) }
    }

    @Test("The boundary is read from the header")
    func boundary() {
        #expect(MultipartForm.boundary(in: "multipart/form-data; boundary=x-1") == "x-1")
        #expect(MultipartForm.boundary(in: "multipart/form-data; boundary=\"x 1\"; a=b") == "x 1")
        #expect(MultipartForm.boundary(in: "multipart/form-data") == nil)
        #expect(MultipartForm.boundary(in: "text/plain; boundary=x") == nil)
    }
}
