import Foundation
import Paceline
import PacelineDatabase

// Storage formats of the model's values: identifiers as 16 bytes, instants as milliseconds, days as yyyyMMdd.

extension Identifier: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { uuid.sqlValue }
    public static var placeholder: Self { Self(UUID.placeholder) }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Self {
        Self(try UUID.decode(row, at: column))
    }
}

extension Date: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .integer(milliseconds) }
    public static var placeholder: Date { Date(milliseconds: 0) }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Date {
        Date(milliseconds: try row.integer(at: column))
    }
}

extension Day: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .integer(Int64(number)) }
    public static var placeholder: Day { Day(ordinal: 0) }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Day {
        let number = try row.integer(at: column)
        guard let day = Int(exactly: number).flatMap(Day.init(number:)) else {
            throw .decoding(column: column, expected: "a day", found: String(number))
        }
        return day
    }
}

extension ItemVisibility: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .integer(Int64(rawValue)) }
    public static var placeholder: ItemVisibility { .private }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> ItemVisibility {
        let number = try row.integer(at: column)
        guard let visibility = Int(exactly: number).flatMap(ItemVisibility.init) else {
            throw .decoding(column: column, expected: "a visibility", found: String(number))
        }
        return visibility
    }
}

extension WorkoutType: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .text(rawValue) }
    public static var placeholder: WorkoutType { .other }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> WorkoutType {
        let text = try row.text(at: column)
        guard let type = WorkoutType(rawValue: text) else {
            throw .decoding(column: column, expected: "a workout type", found: text)
        }
        return type
    }
}

extension Game.ID: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .text(description) }
    public static var placeholder: Game.ID { Game.ID(trusted: "") }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Game.ID {
        Game.ID(trusted: try row.text(at: column))
    }
}

extension PuzzleGrid: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .text(description) }
    public static var placeholder: PuzzleGrid { PuzzleGrid(trusted: "") }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> PuzzleGrid {
        PuzzleGrid(trusted: try row.text(at: column))
    }
}

/// An enumeration stored by its raw string.
protocol SQLEnum: SQLConvertible, SQLDecodable, RawRepresentable, CaseIterable where RawValue == String {}

extension SQLEnum {
    public var sqlValue: SQLValue { .text(rawValue) }
    public static var placeholder: Self { allCases[allCases.startIndex] }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Self {
        let text = try row.text(at: column)
        guard let value = Self(rawValue: text) else {
            throw .decoding(column: column, expected: String(describing: Self.self), found: text)
        }
        return value
    }
}

extension PrivacyLevel: SQLEnum {}
extension IdentityProvider: SQLEnum {}
extension ConnectionRequest.Kind: SQLEnum {}
extension ConnectionRequest.State: SQLEnum {}
extension FeedItem.Kind: SQLEnum {}
extension ScoreVisibility: SQLEnum {}
extension AccountSettings.MessagePermission: SQLEnum {}
extension AccountSettings.ContentFilter: SQLEnum {}
extension StoredImage.Format: SQLEnum {}
extension GroupRole: SQLEnum {}
extension Season.Kind: SQLEnum {}
extension Season.State: SQLEnum {}
