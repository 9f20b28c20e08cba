import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelinePostgres
import PacelineTestSupport

/// A community and its copies, which replace it one at a time.
final class CopiedCommunity {
    enum Kind: String, CaseIterable {
        case file, postgres
    }

    static let kinds: [Kind] = TestPostgres.address == nil ? [.file] : Kind.allCases

    private let kind: Kind
    private let clock = TestClock()
    /// A path or an address.
    private let original: String
    private var copies: [String] = []

    private init(_ kind: Kind, _ original: String) {
        self.kind = kind
        self.original = original
    }

    static func run(_ kind: Kind, _ body: (CopiedCommunity) async throws -> Void) async throws {
        switch kind {
        case .file: try await runOnFiles(body)
        case .postgres: try await TestPostgres.withDatabase { try await runOnDatabases($0, body) }
        }
    }

    private static func runOnFiles(_ body: (CopiedCommunity) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paceline-copies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            try await body(CopiedCommunity(.file, folder.appending(path: "original.sqlite").path))
        } catch {
            try FileManager.default.removeItem(at: folder)
            throw error
        }
        try FileManager.default.removeItem(at: folder)
    }

    private static func runOnDatabases(
        _ address: String, _ body: (CopiedCommunity) async throws -> Void
    ) async throws {
        let community = CopiedCommunity(.postgres, address)
        do {
            try await body(community)
        } catch {
            try await community.dropCopies()
            throw error
        }
        try await community.dropCopies()
    }

    private func dropCopies() async throws {
        for copy in copies { try await TestPostgres.run("DROP DATABASE \(Self.name(copy)) WITH (FORCE)") }
    }

    /// Copies the original in its current state.
    func copy(times: Int) async throws {
        for number in 0..<times {
            copies.append(kind == .file ? try await copyFile(number) : try await copyDatabase(number))
        }
    }

    /// Runs the body as Ana, who signs up first.
    func inOriginal<Value: Sendable>(
        _ body: (Member) async throws -> Value
    ) async throws -> Value {
        try await open(original) { try await body(try await $0.person("ana")) }
    }

    /// Runs the body as the owner of the token.
    func inOriginal<Value: Sendable>(
        as token: String, _ body: (Member) async throws -> Value
    ) async throws -> Value {
        try await open(original) { try await body(try await $0.member(token: token)) }
    }

    func inCopy<Value: Sendable>(
        _ number: Int, as token: String, _ body: (Member) async throws -> Value
    ) async throws -> Value {
        try await open(copies[number]) { try await body(try await $0.member(token: token)) }
    }

    private func open<Value: Sendable>(
        _ place: String, _ body: (World) async throws -> Value
    ) async throws -> Value {
        let database = try database(at: place)
        let environment = EngineEnvironment(
            now: { [clock] in clock.now }, passwordCost: .fast, logTimeout: .seconds(30))
        do {
            let engine = try await Engine(database: database, environment: environment)
            let value = try await body(
                World(clock: clock, community: engine, engine: engine, database: database))
            try await database.close()
            return value
        } catch {
            try await database.close()
            throw error
        }
    }

    private func database(at place: String) throws -> any Database {
        switch kind {
        case .file: try SQLiteDatabase(path: place)
        case .postgres: try PostgresDatabase(address: place)
        }
    }

    /// Makes the first copy with a backup; others are copies of that file.
    private func copyFile(_ number: Int) async throws -> String {
        let path = original + ".\(number)"
        if let first = copies.first {
            try FileManager.default.copyItem(atPath: first, toPath: path)
            return path
        }
        let database = try SQLiteDatabase(path: original)
        try await database.backup(to: path)
        try await database.close()
        let copy = try SQLiteDatabase(path: path)
        try await Engine(database: copy).markAsFork()
        try await copy.close()
        return path
    }

    private func copyDatabase(_ number: Int) async throws -> String {
        let name = Self.name(original) + "_\(number)"
        try await TestPostgres.run("CREATE DATABASE \(name) TEMPLATE \(Self.name(original))")
        return try TestPostgres.address(of: name)
    }

    private static func name(_ address: String) -> String {
        address.split(separator: "/").last.map { String($0.prefix { $0 != "?" }) } ?? ""
    }
}

extension World {
    /// The owner of the token.
    fileprivate func member(token: String) async throws -> Member {
        let services = try await community.services(token: token)
        let account = try await services.me()
        return Member(
            id: account.id, username: account.username ?? "", services: services, token: token, clock: clock)
    }
}
