import Paceline
import Testing

/// Expects an error with the code, and with the field if one is given.
func expectError<Value>(
    _ code: SocialError.Code, field: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ action: () async throws -> Value
) async {
    do {
        let value = try await action()
        Issue.record("expected \(code.rawValue), but was given \(value)", sourceLocation: sourceLocation)
    } catch let error as SocialError {
        #expect(error.code == code, "\(error.message)", sourceLocation: sourceLocation)
        #expect(!error.message.isEmpty, sourceLocation: sourceLocation)
        if let field { #expect(error.field == field, "\(error.message)", sourceLocation: sourceLocation) }
    } catch {
        Issue.record("expected \(code.rawValue), but got \(error)", sourceLocation: sourceLocation)
    }
}

/// Reads all items of a list, page by page.
func walk<Item>(
    inPagesOf limit: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ list: (PageRequest) async throws -> Page<Item>
) async throws -> [Item] {
    var items: [Item] = []
    var cursor: Cursor?
    repeat {
        let page = try await list(PageRequest(limit: limit, cursor: cursor))
        #expect(page.items.count <= limit, sourceLocation: sourceLocation)
        items += page.items
        cursor = page.next
        try #require(
            cursor == nil || !page.items.isEmpty && items.count < 10_000, "the list does not end",
            sourceLocation: sourceLocation)
    } while cursor != nil
    return items
}

/// Runs the actions concurrently, and returns their results in the same order.
func concurrently<Value: Sendable>(
    _ actions: [@Sendable () async throws -> Value]
) async -> [Result<Value, any Error>] {
    await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
        for (index, action) in actions.enumerated() {
            group.addTask {
                do { return (index, .success(try await action())) } catch { return (index, .failure(error)) }
            }
        }
        return await group.reduce(into: [(Int, Result<Value, any Error>)]()) { $0.append($1) }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension Result {
    /// The code of the error; nil on success.
    var rejection: SocialError.Code? {
        guard case .failure(let error as SocialError) = self else { return nil }
        return error.code
    }

    var isSuccess: Bool {
        guard case .success = self else { return false }
        return true
    }
}

extension Array {
    /// The values of actions that must all succeed.
    func values<Value>() throws -> [Value] where Element == Result<Value, any Error> {
        try map { try $0.get() }
    }
}
