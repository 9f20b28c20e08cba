import Foundation
import PacelineClient
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Mail of a running server", .timeLimit(.minutes(10))) struct MailJourneyTests {
    /// Lets the community send mail with a shell script.
    private static func configure(_ data: Folder, _ script: String) throws {
        let program = try data.write(script, to: "mail.sh")
        try data.write(
            #"{"mailCommand": "sh \#(program.path) -t", "mailFrom": "crew@row.si"}"#, to: "paceline.json")
    }

    /// The code in the next message that the script writes to the pipe.
    private static func code(in pipe: FileHandle) async throws -> String {
        let deadline = DispatchWorkItem { pipe.write(Data("No mail came in time.\n".utf8)) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: deadline)
        let message = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: String(decoding: pipe.nextBytes(), as: UTF8.self))
            }
        }
        deadline.cancel()
        return String(try #require(message.firstMatch(of: /\?code=([A-Za-z0-9_-]+)/), "\(message)").1)
    }

    @Test("A member confirms an address, and chooses a new password with a link")
    func recovery() async throws {
        let data = try await SmallCommunity.copy()
        let file = data.file("pipe")
        try #require(mkfifo(file.path, 0o600) == 0)
        try Self.configure(data, "cat > '\(file.path)'")
        // Open for both, so that no one waits for the other end.
        let pipe = try FileHandle(forUpdating: file)
        let server = try await ServerProcess.start(data: data.url)
        let address = server.url.absoluteString
        let laptop = Terminal(home: try Folder())
        let signIn = try await laptop.run(
            "sign-in", "demi", "--password-stdin", "--server", address, input: "paceline-demo\n")
        #expect(signIn.status == 0, "\(signIn.messages)")
        let changed = try await laptop.run("me", "--email", "demi@row.si")
        #expect(changed.output.contains("demi@row.si, not confirmed"), "\(changed.messages)")
        _ = try await Self.code(in: pipe)
        let again = try await laptop.run("me", "--send-confirmation")
        #expect(again.status == 0, "\(again.messages)")
        let remote = RemoteServer(url: server.url)
        let signedIn = try await remote.signIn(
            with: .password(username: "demi", password: "paceline-demo"))
        try await remote.session(token: signedIn.token).confirmEmail(try await Self.code(in: pipe))
        #expect(try await !laptop.run("me").output.contains("not confirmed"))

        let phone = Terminal(home: try Folder())
        let none = try await phone.run("recover", "--link", "no_one", "--server", address)
        let asked = try await phone.run("recover", "--link", "demi@row.si", "--server", address)
        #expect(asked.status == 0 && asked.messages == none.messages)
        let code = try await Self.code(in: pipe)
        let recovered = try await phone.run(
            "recover", "--password-stdin", "--server", address, input: "\(code)\na new password\n")
        #expect(recovered.status == 0, "\(recovered.messages)")
        server.stop()
        await server.waitUntilExit()
    }

    @Test("An administrator tries the settings, and sees why mail is refused")
    func trial() async throws {
        let data = try await SmallCommunity.copy()
        let admin = Terminal(home: data, context: ["--data", data.path])
        let off = try await admin.run("admin", "mail", "ana@row.si")
        #expect(off.status == 1 && off.messages.contains("Set mailCommand and mailFrom."))
        try Self.configure(data, "cat > '\(data.file("message").path)'")
        let sent = try await admin.run("admin", "mail", "ana@row.si")
        #expect(sent.status == 0, "\(sent.messages)")
        let message = try String(contentsOf: data.file("message"), encoding: .utf8)
        #expect(message.contains("From: crew@row.si\nTo: ana@row.si\n"))
        try Self.configure(data, "echo 'no relay' >&2; exit 69")
        let refused = try await admin.run("admin", "mail", "ana@row.si")
        #expect(refused.status == 1 && refused.messages.contains("failed with 69: no relay"))
        let wrong = try await admin.run("admin", "mail", "ana@row.si\nBcc: ben@row.si")
        #expect(wrong.status == 1)
    }
}
