import Paceline
import PacelineDatabase

extension Transaction {
    /// Runs a part of a write that may be rejected on its own, such as one row of a batch.
    ///
    /// Parts run without savepoints at first, since few fail after a change. If one does, the whole write is rolled
    /// back and retried with a savepoint for each part.
    ///
    /// - Returns: the part's result, or the reason for its rejection: a ``SocialError``, or a violated constraint. A
    ///   rejected part leaves no changes.
    /// - Throws: any other error, which fails the write.
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
            guard let rejection = SocialError(rejecting: error) else { throw error }
            try connection.rollBackToSavepoint()
            return .failure(rejection)
        }
    }
}

/// Runs a write, and retries it with savepoints when one of its parts has to be rolled back.
func retryingWithSavepoints<Value>(_ write: (_ usesSavepoints: Bool) async throws -> Value) async throws
    -> Value
{
    do {
        return try await write(false)
    } catch let error where error is PartNeedsSavepoint || error.isConstraintViolation {
        return try await write(true)
    }
}

/// A part without a savepoint failed after a change.
private struct PartNeedsSavepoint: Error {}

extension SocialError {
    /// Turns an error that rejects one part only; nil for an error that fails the write.
    fileprivate init?(rejecting error: any Error) {
        switch error {
        case let error as SocialError: self = error
        case _ where error.isConstraintViolation:
            self.init(.invalidValue, "This conflicts with existing data and was not saved.")
        default: return nil
        }
    }
}

extension Error {
    fileprivate var isConstraintViolation: Bool {
        switch self as? DatabaseError {
        case .unique, .foreignKey, .check, .notNull: true
        case .busy, .full, .unavailable, .damaged, .outcomeUnknown, .decoding, .unknownMigration, .sql, nil:
            false
        }
    }
}
