import Foundation
import Paceline
import PacelineDatabase

/// What is done with groups in a transaction: who is in them, what they may do there, and how others come in.
struct Groups {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    var connection: any Connection { transaction.connection }
    var viewer: Viewer { transaction.viewer }
    var now: Date { transaction.now }
}
