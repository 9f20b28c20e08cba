extension WireFields {
    public func write(to writer: inout JSONWriter) {
        withUnsafePointer(to: self) { Self.write($0, to: &writer) }
    }

    public static func write(_ value: UnsafePointer<Self>, to writer: inout JSONWriter) {
        writer.beginObject()
        withUnsafeMutablePointer(to: &writer) { writer in
            visit(WritingVisitor(root: value, writer: writer))
        }
        writer.endObject()
    }
}

/// Writes each field. It uses pointers, so that neither the object nor the writer is copied.
private struct WritingVisitor<Root>: WireVisitor {
    let root: UnsafePointer<Root>
    let writer: UnsafeMutablePointer<JSONWriter>

    @inline(__always)
    func field<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?
    ) {
        writer.pointee.field(name, value(root.pointee))
    }

    @inline(__always)
    func field<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value?, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?
    ) {
        writer.pointee.field(name, value(root.pointee))
    }

    @inline(__always)
    func defaulted<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?
    ) {
        writer.pointee.field(name, value(root.pointee))
    }

    @inline(__always)
    func required<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value?, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?
    ) {
        writer.pointee.field(name, value(root.pointee))
    }

    @inline(__always)
    func variant(_ name: StaticString, when isTaken: (Root) -> Bool, _ fields: () -> Void) {
        if isTaken(root.pointee) { fields() }
    }
}
