import ArgumentParser
import Foundation
import PacelineAPI

/// How a command shows its result.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Give the result as JSON, as the API does.")
    var json = false

    /// Prints the value as JSON, or as the lines that people read.
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

    /// Says that something is done which leaves nothing to show: an empty object where JSON is wanted.
    func acknowledge(_ message: String) throws {
        if json { return try show(Nothing()) { _ in [] } }
        Console.say(message)
    }

    private struct Nothing: Encodable {}

    private static func text(of value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// As the API writes values, and always in the same order; laid out where a person reads it.
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = PacelineJSON.encoder.dateEncodingStrategy
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if Console.standard.isTerminal { encoder.outputFormatting.insert(.prettyPrinted) }
        return encoder
    }()
}
