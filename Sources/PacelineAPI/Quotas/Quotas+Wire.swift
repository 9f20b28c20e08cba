import Paceline

extension StorageUse: WireObject {
    public static let schemaName = "StorageUse"
    public static let schema = JSONSchema.object(of: StorageUse.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<StorageUse>) {
        visitor.field("usedBytes", { $0.usedBytes }, .count)
        visitor.field("limitBytes", { $0.limitBytes }, .count, "Absent if there is no limit.")
        visitor.field(
            "nextLimitBytes", { $0.nextLimitBytes }, .count,
            "The limit after the first week; absent if it does not change.")
        visitor.field(
            "nextLimitAt", { $0.nextLimitAt }, .instant, "When the limit changes; absent if it does not.")
    }
}
