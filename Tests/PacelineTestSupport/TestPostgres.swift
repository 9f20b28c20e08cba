import CPostgreSQL
import Foundation

/// The PostgreSQL server for tests. `script/test` starts it and sets its address.
public enum TestPostgres {
    /// The environment variable with the address. Its user must be allowed to create databases.
    public static let variable = "PACELINE_TEST_POSTGRES"

    /// The address; `nil` if not set, which skips the tests on PostgreSQL.
    public static let address = ProcessInfo.processInfo.environment[variable]

    /// The message for skipped tests.
    public static let skipReason =
        "\(variable) is not set; script/test sets it, or: export \(variable)=$(script/postgres start)"

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Calls the body with a new, temporary database.
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

    /// Creates a database.
    public static func create(_ name: String, copying template: String? = nil) async throws {
        try await run("CREATE DATABASE \(name)" + (template.map { " TEMPLATE \($0)" } ?? ""))
    }

    /// Terminates every connection to the database, as an administrator could.
    public static func terminateConnections(to database: String) async throws {
        try await run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
    }

    /// Returns the address of the database with this name.
    public static func address(of database: String) throws -> String {
        guard let address, var components = URLComponents(string: address) else {
            throw Failure(description: skipReason)
        }
        components.path = "/" + database
        return components.string ?? ""
    }

    /// Runs a command as the administrator, outside any transaction.
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
