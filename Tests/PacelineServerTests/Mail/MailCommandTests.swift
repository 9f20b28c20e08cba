import Foundation
import PacelineEngine
import PacelineTestSupport
import Testing

@testable import PacelineServer

@Suite("The program that sends mail", .timeLimit(.minutes(2))) struct MailCommandTests {
    private static let sender = "crew@crew.example"
    private static let message = MailMessage(
        to: MailAddress("ana@row.si")!, subject: "Šport", body: "Open CODE123\n", secrets: ["CODE123"])

    /// Creates a transport that runs a shell script.
    private static func transport(
        _ script: String, in folder: Folder, timeout: Duration = .seconds(60),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> MailCommand {
        let file = try folder.write(script, to: "program.sh")
        return try MailCommand(
            "sh \(file.path) -t", from: try #require(MailAddress(sender)), timeout: timeout,
            environment: environment, now: { Date(timeIntervalSince1970: 1_772_366_400) })
    }

    @Test("It gets the message on standard input, and no secret in its arguments or environment")
    func input() async throws {
        let folder = try Folder()
        var variables = ProcessInfo.processInfo.environment
        variables["PACELINE_METRICS_TOKEN"] = "not for programs"
        variables["PGPASSWORD"] = "not for programs"
        let transport = try Self.transport(
            """
            cd '\(folder.path)'
            printf '%s\\n' "$@" > arguments
            env > environment
            cat > message
            """, in: folder, environment: variables)
        try await transport.send(Self.message)
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.file(name), encoding: .utf8)
        }
        #expect(try text("arguments") == "-t\n")
        let environment = try text("environment")
        #expect(environment.contains("PATH=") && !environment.contains("not for programs"))
        let parts = try text("message").split(separator: "\n\n", maxSplits: 1).map(String.init)
        try #require(parts.count == 2)
        #expect(parts[1] == "Open CODE123\n")
        let headers = parts[0].split(separator: "\n").map(String.init)
        for header in [
            "From: crew@crew.example", "To: ana@row.si", "Subject: =?utf-8?B?xaBwb3J0?=",
            "Date: Sun, 01 Mar 2026 12:00:00 +0000", "Auto-Submitted: auto-generated",
            "Content-Transfer-Encoding: 7bit",
        ] {
            #expect(headers.contains(header), "\(header)")
        }
        #expect(headers.contains { $0.hasPrefix("Message-ID: <") && $0.hasSuffix("@crew.example>") })
    }

    @Test("Its failure is reported with its status and reason, without address and code")
    func failure() async throws {
        let folder = try Folder()
        let transport = try Self.transport(
            "cat > /dev/null; echo 'ana@row.si: no relay for CODE123' >&2; exit 3", in: folder)
        let failure = await #expect(throws: MailFailure.self) { try await transport.send(Self.message) }
        #expect(failure?.description == "The program failed with 3: …: no relay for …")
        let long = try Self.transport(
            "cat > /dev/null; printf '%0496d\\033\\nCODE123' 0 >&2; exit 3", in: folder)
        let longFailure = await #expect(throws: MailFailure.self) { try await long.send(Self.message) }
        let zeros = String(repeating: "0", count: 496)
        #expect(longFailure?.description == "The program failed with 3: \(zeros)  …")
        let silent = try Self.transport("exit 75", in: folder)
        let silentFailure = await #expect(throws: MailFailure.self) { try await silent.send(Self.message) }
        #expect(silentFailure?.description == "The program failed with 75.")
    }

    @Test("A program that reads nothing succeeds, and one that does not end is killed")
    func slow() async throws {
        let folder = try Folder()
        try await Self.transport("exit 0", in: folder).send(Self.message)
        let endless = try Self.transport("exec tail -f /dev/null", in: folder, timeout: .milliseconds(200))
        let failure = await #expect(throws: MailFailure.self) { try await endless.send(Self.message) }
        #expect(failure?.description.hasPrefix("The program took longer") == true)
    }

    @Test("A cancelled run ends at once")
    func cancelled() async throws {
        let transport = try Self.transport("exec tail -f /dev/null", in: try Folder())
        let run = Task { try await transport.send(Self.message) }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
    }

    @Test("Many runs at once all end")
    func many() async throws {
        let folder = try Folder()
        let transport = try Self.transport("cat > /dev/null", in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await transport.send(Self.message) } }
            try await group.waitForAll()
        }
    }

    @Test(
        "A program that does not exist is refused at the start",
        arguments: ["", " ", "no-such-program -t", "/"])
    func missing(command: String) throws {
        let sender = try #require(MailAddress(Self.sender))
        #expect(throws: MailFailure.self) { try MailCommand(command, from: sender) }
    }

    @Test("Long texts and other scripts are encoded, and a subject has one line")
    func encoding() {
        let address = MailAddress("ana@row.si")!
        let subject = String(repeating: "Čoln ", count: 30) + "\nBcc: ben@row.si"
        let text = MailMessage(to: address, subject: subject, body: "Čoln\n").text(
            from: address, at: Date(timeIntervalSince1970: 0))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 78 })
        #expect(!lines.contains { $0.hasPrefix("Bcc") })
        #expect(lines.contains("Content-Transfer-Encoding: base64"))
        #expect(text.hasSuffix("\n\n\(Data("Čoln\n".utf8).base64EncodedString())\n"))
    }
}
