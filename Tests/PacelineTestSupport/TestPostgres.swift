import CPostgreSQL
import Foundation

/// The PostgreSQL that tests may use. `script/test` starts it and says where it is.
public enum TestPostgres {
    /// The variable that holds the address, of somebody who may make databases.
    public static let variable = "PACELINE_TEST_POSTGRES"

    /// Where it is; `nil` when there is none, and its tests are skipped.
    public static let address = ProcessInfo.processInfo.environment[variable]

    /// What is said of the tests that are skipped.
    public static let skipReason =
        "\(variable) is not set; script/test sets it, or: export \(variable)=$(script/postgres start)"

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Lends a new database, and removes it afterwards.
    ///
    /// - Parameter template: the name of a database to copy.
    public static func withDatabase<Result>(
        copying template: String? = nil, _ body: (_ address: String) async throws -> Result
    ) async throws -> Result {
        let name = "test_" + UUID().uuidString.lowercased().filter { $0 != "-" }
        try await create(name, copying: template)
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(try address(of: name)))
        } catch {
            outcome = .failure(error)
        }
        try await run("DROP DATABASE \(name) WITH (FORCE)")
        return try outcome.get()
    }

    /// Makes a database.
    public static func create(_ name: String, copying template: String? = nil) async throws {
        try await run("CREATE DATABASE \(name)" + (template.map { " TEMPLATE \($0)" } ?? ""))
    }

    /// Ends every connection to the database, as an administrator would.
    public static func terminateConnections(to database: String) async throws {
        try await run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
    }

    /// The address of the database of that name.
    public static func address(of database: String) throws -> String {
        guard let address, var components = URLComponents(string: address) else {
            throw Failure(description: skipReason)
        }
        components.path = "/" + database
        return components.string ?? ""
    }

    /// Runs a command as the administrator, outside of any transaction.
    public static func run(_ command: String, in database: String? = nil) async throws {
        guard let address = try database.map(address(of:)) ?? address else {
            throw Failure(description: skipReason)
        }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async {
                continuation.resume(with: Swift.Result { try runBlocking(command, at: address) })
            }
        }
    }

    private static func runBlocking(_ command: String, at address: String) throws {
        let connection = PQconnectdb(address)
        defer { PQfinish(connection) }
        let result = PQexec(connection, command)
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw Failure(description: String(cString: PQerrorMessage(connection)))
        }
    }
}
