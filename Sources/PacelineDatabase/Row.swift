/// One row of a result. It is good only inside the closure that it is given to.
public protocol Row: AnyObject {
    func isNull(at column: Int) -> Bool
    func integer(at column: Int) throws(DatabaseError) -> Int64
    func real(at column: Int) throws(DatabaseError) -> Double
    func text(at column: Int) throws(DatabaseError) -> String
    func withBlob<Result>(
        at column: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(DatabaseError) -> Result

    /// The first error of reading a column; thrown when the row's closure has returned.
    var decodingError: DatabaseError? { get set }
}

extension Row {
    /// The column's value: `row[0] as Int64`, `row[1] as String?`.
    ///
    /// A column that does not hold what is asked for makes the whole fetch throw.
    public subscript<Value: SQLDecodable>(column: Int) -> Value {
        do {
            return try Value.decode(self, at: column)
        } catch {
            if decodingError == nil { decodingError = error }
            return Value.placeholder
        }
    }
}
