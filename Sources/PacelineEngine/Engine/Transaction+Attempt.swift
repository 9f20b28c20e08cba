import Paceline
import PacelineDatabase

extension Transaction {
    /// Runs a part of a write that may be refused while the rest of the write stands, such as one row of a batch.
    ///
    /// Hardly any part fails after it has changed something, so parts have no savepoints at first. When one does, the
    /// write is undone and run once more with a savepoint for each part.
    ///
    /// - Returns: what the part returns, or why it was refused: with what it throws as a ``SocialError``, or because what
    ///   it wrote contradicts a constraint of the database. Nothing of a refused part remains.
    /// - Throws: everything else, which ends the write.
    func attempt<Value>(_ part: () throws -> Value) throws -> Result<Value, SocialError> {
        usesSavepoints ? try attemptWithSavepoint(part) : try attemptWithoutSavepoint(part)
    }

    private func attemptWithoutSavepoint<Value>(_ part: () throws -> Value) throws -> Result<
        Value, SocialError
    > {
        let before = connection.changingStatements
        do {
            return .success(try part())
        } catch let error as SocialError {
            guard connection.changingStatements == before else { throw PartNeedsSavepoint() }
            return .failure(error)
        }
    }

    private func attemptWithSavepoint<Value>(_ part: () throws -> Value) throws -> Result<Value, SocialError>
    {
        try connection.beginSavepoint()
        do {
            let value = try part()
            try connection.releaseSavepoint()
            return .success(value)
        } catch {
            guard let refusal = SocialError(refusing: error) else { throw error }
            try connection.rollBackToSavepoint()
            return .failure(refusal)
        }
    }
}

/// Runs a write, and once more with savepoints when one of its parts has to be undone by itself.
func retryingWithSavepoints<Value>(_ write: (_ usesSavepoints: Bool) async throws -> Value) async throws
    -> Value
{
    do {
        return try await write(false)
    } catch let error where error is PartNeedsSavepoint || error.isConstraintViolation {
        return try await write(true)
    }
}

/// That a part failed which has no savepoint.
private struct PartNeedsSavepoint: Error {}

extension SocialError {
    /// What refuses one part of a write and not the whole.
    fileprivate init?(refusing error: any Error) {
        switch error {
        case let error as SocialError: self = error
        case _ where error.isConstraintViolation:
            self.init(.invalidValue, "This contradicts what is there, and was not saved.")
        default: return nil
        }
    }
}

extension Error {
    fileprivate var isConstraintViolation: Bool {
        switch self as? DatabaseError {
        case .unique, .foreignKey, .check, .notNull: true
        case .busy, .full, .unavailable, .outcomeUnknown, .decoding, .unknownMigration, .sql, nil: false
        }
    }
}
