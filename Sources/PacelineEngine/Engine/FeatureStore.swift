import Foundation
import PacelineDatabase

/// The operations of one feature in a transaction. A feature whose operations would crowd ``Transaction`` has a store
/// of its own; what several features need, such as finding a person or writing the log, is in ``Transaction``.
///
/// ```swift
/// try await write { try Graph($0).block(person) }
/// ```
protocol FeatureStore {
    var transaction: Transaction { get }

    init(_ transaction: Transaction) throws
}

extension FeatureStore {
    var connection: any Connection { transaction.connection }
    var viewer: Viewer { transaction.viewer }
    var now: Date { transaction.now }
    var environment: EngineEnvironment { transaction.environment }
}
