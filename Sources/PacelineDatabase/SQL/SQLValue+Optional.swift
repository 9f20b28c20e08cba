extension Optional: SQLDecodable where Wrapped: SQLDecodable {
    @inlinable public static var placeholder: Wrapped? { nil }

    @inlinable public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError)
        -> Wrapped?
    {
        row.isNull(at: column) ? nil : try Wrapped.decode(row, at: column)
    }
}
