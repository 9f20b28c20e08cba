import ArgumentParser
import Foundation
import PacelineAPI

/// The option `--json`, and the printing of results.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the result as JSON, in the format of the API.")
    var json = false

    /// Prints the value as JSON with `--json`, otherwise as lines for people.
    /// - Parameter lines: makes the lines, of a ``Table``, a ``Sheet`` or `escaped` text, since they may
    ///   have colours and are not escaped again.
    func show(_ value: some Encodable, _ lines: (Console) -> [String]) throws {
        if json {
            print(try Self.text(of: value))
        } else {
            for line in lines(.standard) { print(line) }
        }
    }

    func show(_ value: some Encodable, _ table: Table) throws {
        try show(value) { table.lines(on: $0) }
    }

    func show(_ value: some Encodable, _ sheet: Sheet) throws {
        try show(value) { sheet.lines(on: $0) }
    }

    /// Confirms a command that has no result; with `--json`, prints an empty object.
    func acknowledge(_ message: String) throws {
        if json { return try show(Nothing()) { _ in [] } }
        Console.note(message)
    }

    private struct Nothing: Encodable {}

    private static func text(of value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Encodes dates like the API, sorts keys for stable output, and indents on a terminal.
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = PacelineJSON.encoder.dateEncodingStrategy
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if Console.standard.isTerminal { encoder.outputFormatting.insert(.prettyPrinted) }
        return encoder
    }()
}
