/// Collects the errors of several checks, so that a form can show all of them at once.
package struct ErrorCollector: Sendable {
    /// The errors so far, in the order of the checks.
    package private(set) var errors: [SocialError] = []

    package init() {}

    package mutating func add(_ error: SocialError) { errors.append(error) }

    /// Runs a check and keeps its error.
    /// - Returns: the checked value; nil if the check failed.
    @discardableResult
    package mutating func check<Value>(_ check: () throws(SocialError) -> Value) -> Value? {
        do {
            return try check()
        } catch {
            errors.append(error)
            return nil
        }
    }

    /// Throws the first error, if any.
    package func throwFirst() throws(SocialError) {
        if let first = errors.first { throw first }
    }
}
