/// Calls that wait until the test answers them, in any order.
@MainActor
final class HeldCalls<Answer: Sendable> {
    private let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    private var answers: [AsyncThrowingStream<Answer, any Error>.Continuation] = []

    /// Waits for its answer, or until the task is cancelled.
    func call() async throws -> Answer {
        let (stream, answer) = AsyncThrowingStream.makeStream(of: Answer.self)
        answers.append(answer)
        arrival.yield()
        for try await answer in stream { return answer }
        throw CancellationError()
    }

    /// Waits until there were that many calls.
    func wait(for count: Int) async {
        while answers.count < count, !Task.isCancelled {
            for await _ in arrivals { break }
        }
    }

    var count: Int { answers.count }

    /// Answers a call by its number, from 0.
    func answer(_ index: Int, _ answer: Answer) { answers[index].yield(answer) }

    func fail(_ index: Int, _ error: any Error) { answers[index].finish(throwing: error) }
}
