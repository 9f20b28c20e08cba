import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Changing a password", .timeLimit(.minutes(10))) struct PasswordJourneyTests {
    @Test("A member changes the password, stays signed in, and signs in with the new one")
    func onServer() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let address = server.url.absoluteString
        let (laptop, phone) = (Terminal(home: try Folder()), Terminal(home: try Folder()))
        for terminal in [laptop, phone] {
            let signIn = try await terminal.run(
                "sign-in", "demi", "--password-stdin", "--server", address, input: "paceline-demo\n")
            #expect(signIn.status == 0, "\(signIn.messages)")
        }
        let wrong = try await laptop.run("password", "--password-stdin", input: "wrong\na new password\n")
        #expect(wrong.status == 1)
        #expect(wrong.messages.contains("The current password is incorrect."))
        let changed = try await laptop.run(
            "password", "--password-stdin", input: "paceline-demo\na new password\n")
        #expect(changed.status == 0, "\(changed.messages)")
        #expect(changed.output.isEmpty)
        #expect(try await laptop.run("me").status == 0)
        #expect(try await phone.run("me").status == 1)
        let again = try await phone.run(
            "sign-in", "demi", "--password-stdin", "--server", address, input: "a new password\n")
        #expect(again.status == 0, "\(again.messages)")
        server.stop()
        await server.waitUntilExit()
    }

    @Test("A password missing on standard input is a usage error")
    func missing() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let run = try await demi.run("password", "--password-stdin", input: "paceline-demo\n")
        #expect(run.status == 64)
        #expect(run.messages.contains("Standard input contains no password."))
    }

    @Test("A profile's QR code is printed in the terminal")
    func code() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let run = try await demi.run("people", "show", "me", "--code")
        #expect(run.status == 0, "\(run.messages)")
        let lines = run.output.split(separator: "\n")
        // A version 3 code with its quiet zone; a line is two modules high.
        #expect(lines.count == 19 && lines.allSatisfy { $0.count == 37 })
        #expect(try await demi.run("people", "show", "me", "--code", "--json").status == 64)
    }
}
