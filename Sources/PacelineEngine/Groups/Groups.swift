import Foundation
import Paceline
import PacelineDatabase

/// The operations on groups in a transaction: membership, roles and invitations.
struct Groups {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    var connection: any Connection { transaction.connection }
    var viewer: Viewer { transaction.viewer }
    var now: Date { transaction.now }
}
