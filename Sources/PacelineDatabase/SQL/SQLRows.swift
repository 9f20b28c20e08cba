/// Rows to be inserted: the values of each, in the order of the columns.
///
///     var rows = SQLRows()
///     rows.append("Prague", 1_300_000)
public struct SQLRows: Sendable {
    /// How many rows there are.
    public private(set) var count = 0
    /// Those of the first row, of the second, and so on.
    @usableFromInline var values: [SQLValue] = []
    /// How many values the first row has.
    private var width = 0
    private var haveEqualWidth = true
    private let expectedCount: Int

    /// - Parameter expectedCount: how many there may be, for which room is made.
    public init(expecting expectedCount: Int = 0) {
        self.expectedCount = expectedCount
    }

    /// Rows whose values are there already.
    public init(_ rows: some Sequence<[SQLValue]>) {
        self.init()
        for row in rows {
            beginRow(of: row.count)
            values += row
        }
    }

    /// A row for each element: `SQLRows(cities) { ($0.name, $0.size) }`.
    @inlinable public init<Element, each Value: SQLConvertible>(
        _ elements: some Sequence<Element>, _ row: (Element) throws -> (repeat each Value)
    ) rethrows {
        self.init(expecting: elements.underestimatedCount)
        for element in elements {
            let values = try row(element)
            append(repeat each values)
        }
    }

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// Adds a row of the values. One of another length than the first is refused when the rows are sent.
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
    /// - Throws: ``DatabaseError/sql(message:)`` when not all rows have as many values as the first.
    package func validate() throws(DatabaseError) {
        guard haveEqualWidth else {
            throw .sql(message: "The rows of one insert have different numbers of values.")
        }
    }

    /// The values of the first row.
    package var first: ArraySlice<SQLValue> { values.prefix(width) }

    /// Calls the closure with the values of each row, in order.
    /// - Precondition: they have been checked.
    package func forEach(_ body: (ArraySlice<SQLValue>) throws -> Void) rethrows {
        for index in 0..<count { try body(values[index * width..<(index + 1) * width]) }
    }
}
