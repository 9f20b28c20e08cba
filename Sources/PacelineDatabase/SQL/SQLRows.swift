/// Rows to insert, with values in the order of the columns.
///
///     var rows = SQLRows()
///     rows.append("Prague", 1_300_000)
public struct SQLRows: Sendable {
    /// The number of rows.
    public private(set) var count = 0
    /// The values of the first row, then of the second, and so on.
    @usableFromInline var values: [SQLValue] = []
    /// The number of values in the first row.
    private var width = 0
    private var haveEqualWidth = true
    private let expectedCount: Int

    /// Creates an empty list.
    ///
    /// - Parameter expectedCount: the number of rows to reserve capacity for.
    public init(expecting expectedCount: Int = 0) {
        self.expectedCount = expectedCount
    }

    /// Creates rows from arrays of values.
    public init(_ rows: some Sequence<[SQLValue]>) {
        self.init()
        for row in rows {
            beginRow(of: row.count)
            values += row
        }
    }

    /// Creates a row for each element: `SQLRows(cities) { ($0.name, $0.size) }`.
    @inlinable public init<Element, each Value: SQLConvertible>(
        _ elements: some Sequence<Element>, _ row: (Element) throws -> (repeat each Value)
    ) rethrows {
        self.init(expecting: elements.underestimatedCount)
        for element in elements {
            let values = try row(element)
            append(repeat each values)
        }
    }

    /// Whether there are no rows.
    public var isEmpty: Bool { count == 0 }

    /// Appends a row. Sending fails unless all rows have the same number of values.
    @inlinable public mutating func append<each Value: SQLConvertible>(_ value: repeat each Value) {
        var length = 0
        for _ in repeat (each Value).self { length += 1 }
        beginRow(of: length)
        repeat values.append((each value).sqlValue)
    }

    @usableFromInline mutating func beginRow(of length: Int) {
        if count == 0 {
            width = length
            values.reserveCapacity(expectedCount * length)
        }
        haveEqualWidth = haveEqualWidth && length == width
        count += 1
    }
}

extension SQLRows {
    /// - Throws: ``DatabaseError/sql(message:)`` if rows have different numbers of values.
    package func validate() throws(DatabaseError) {
        guard haveEqualWidth else {
            throw .sql(message: "The rows of one insert have different numbers of values.")
        }
    }

    /// The values of the first row.
    package var first: ArraySlice<SQLValue> { values.prefix(width) }

    /// Calls the closure with the values of each row, in order.
    /// - Precondition: ``validate()`` succeeded.
    package func forEach(_ body: (ArraySlice<SQLValue>) throws -> Void) rethrows {
        for index in 0..<count { try body(values[index * width..<(index + 1) * width]) }
    }
}
