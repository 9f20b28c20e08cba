import Foundation
import Observation
import Paceline
import PacelineAPI

/// What a store reads from the service.
protocol StoreContent: Sendable {
    /// Whether the service answered that there is nothing.
    var isEmpty: Bool { get }
    /// Removes what the viewer may no longer see.
    mutating func remove(_ id: UUID)
}

extension StoreContent {
    mutating func remove(_ id: UUID) {}
}

/// The state of a store: the service's newest answer, and on top of it the effects of verbs that wait for theirs.
///
/// What is shown is always recalculated from the two. So a refused verb leaves no trace, even if the answer has changed
/// meanwhile, and a new answer does not hide a verb that still waits.
///
/// Effects must be safe to repeat: kudos are counted only unless the content says that the viewer gave them.
@MainActor @Observable
final class StoreState<Content: StoreContent> {
    typealias Effect = @MainActor (inout Content) -> Void

    private(set) var shown: Content?
    private(set) var isStale = false
    private(set) var isRefreshing = false
    private var failure: SocialError?
    private var notice: Notice?

    @ObservationIgnored private var answer: Content?
    /// The number of the read that ``answer`` is from. Each read has a higher one than those before it.
    @ObservationIgnored private var answeredRead = 0
    @ObservationIgnored private var lastRead = 0
    @ObservationIgnored private var openRefreshes = 0
    @ObservationIgnored private var openReads = 0
    /// The effects of verbs without an answer, in the order of the calls.
    @ObservationIgnored private var waiting: [(id: Int, effect: Effect)] = []
    @ObservationIgnored private var lastVerb = 0
    /// Counts changes of the answer. A read remembers where it began.
    @ObservationIgnored private var position = 0
    /// The position of the last change whose content is unknown.
    @ObservationIgnored private var staleSince = 0
    /// What changed the answer since the oldest open read began. The answer of an open read may not contain it.
    @ObservationIgnored private var journal: [(position: Int, effect: Effect)] = []
    @ObservationIgnored private let turns = Turns()
    private let subjectNotFound: SocialError.Code?

    /// - Parameter subjectNotFound: for content about one person or item, the error of a verb after which the viewer
    ///   may no longer see any of the content.
    init(subjectNotFound: SocialError.Code? = nil) {
        self.subjectNotFound = subjectNotFound
    }

    private struct Notice {
        let error: SocialError
        let isAboutReading: Bool
    }

    var phase: LoadPhase {
        if let shown { return shown.isEmpty ? .empty : .loaded }
        if isRefreshing { return .loading }
        return failure.map { LoadPhase.failed($0) } ?? .idle
    }

    var problem: SocialError? {
        get { notice?.error }
        set { notice = newValue.map { Notice(error: $0, isAboutReading: false) } }
    }

    private func replay() {
        guard var content = answer else {
            shown = nil
            return
        }
        for verb in waiting { verb.effect(&content) }
        shown = content
    }
}

// Reading.
extension StoreState {
    /// Replaces the content by a new answer, unless a newer read has already been answered.
    func refresh(_ load: @MainActor () async throws -> Content) async {
        lastRead += 1
        let (number, start) = (lastRead, beginReading())
        openRefreshes += 1
        isRefreshing = true
        defer {
            openRefreshes -= 1
            isRefreshing = openRefreshes > 0
            endReading()
        }
        do {
            let content = try await load()
            guard number > answeredRead else { return }
            answeredRead = number
            take(content, since: start)
            isStale = staleSince > start
        } catch {
            fail(error, of: number)
        }
    }

    /// Adds to the content.
    /// - Returns: false if a refresh replaced the content meanwhile, so that the addition no longer fits.
    func extend(
        _ load: @MainActor () async throws -> Content, adding: (Content, inout Content) -> Void
    ) async -> Bool {
        let (number, start) = (answeredRead, beginReading())
        defer { endReading() }
        do {
            let addition = try await load()
            guard number == answeredRead, var content = answer else { return false }
            adding(addition, &content)
            take(content, since: start)
        } catch {
            guard number == answeredRead else { return false }
            note(error, isAboutReading: true)
            let shown = SocialError(showing: error)
            if shown.endsAccess { drop(shown, of: number) }
        }
        return true
    }

    private func beginReading() -> Int {
        openReads += 1
        return position
    }

    private func endReading() {
        openReads -= 1
        if openReads == 0 { journal.removeAll() }
    }

    private func take(_ content: Content, since start: Int) {
        var content = content
        for change in journal where change.position > start { change.effect(&content) }
        answer = content
        failure = nil
        if notice?.isAboutReading == true { notice = nil }
        replay()
    }

    private func fail(_ error: any Error, of number: Int) {
        guard number > answeredRead, !(error is CancellationError) else { return }
        let error = SocialError(showing: error)
        failure = error
        note(error, isAboutReading: true)
        if error.endsAccess {
            drop(error, of: number)
        } else if answer != nil {
            isStale = true
        }
    }

    /// Shows nothing but the error: the viewer may no longer see the content.
    private func drop(_ error: SocialError, of number: Int) {
        answeredRead = number
        answer = nil
        failure = error
        isStale = false
        replay()
    }

    /// Shows nothing but the error, also when the answers of open reads come.
    func drop(_ error: SocialError) { drop(error, of: lastRead) }
}

// Changing.
extension StoreState {
    /// Shows the effect of a verb, and calls the service. Its answer replaces the effect. When it refuses, the effect
    /// is removed, and the error becomes the problem.
    /// - Parameters:
    ///   - thing: what the verb changes. Verbs on one thing are sent one after the other.
    ///   - effect: what is shown until the answer.
    ///   - confirm: what the answer changes.
    @discardableResult
    func perform<Answer: Sendable>(
        on thing: UUID?, showing effect: @escaping Effect,
        asking request: @MainActor () async throws -> Answer,
        then confirm: @escaping @MainActor (Answer, inout Content) -> Void
    ) async throws -> Answer {
        lastVerb += 1
        let id = lastVerb
        waiting.append((id, effect))
        replay()
        do {
            let answer = try await turns.run(on: thing, request)
            waiting.removeAll { $0.id == id }
            commit { confirm(answer, &$0) }
            return answer
        } catch {
            waiting.removeAll { $0.id == id }
            replay()
            refuse(error)
            hide(thing, after: SocialError(showing: error))
            throw error
        }
    }

    /// Removes what the viewer may no longer see, according to a verb's error.
    private func hide(_ thing: UUID?, after error: SocialError) {
        if error.code == subjectNotFound {
            drop(error)
        } else if let thing, error.saysThingIsGone {
            commit { $0.remove(thing) }
        }
    }

    /// Changes the content by an answer or an event of the service.
    func commit(_ effect: @escaping Effect) {
        position += 1
        if openReads > 0 { journal.append((position, effect)) }
        if var content = answer {
            effect(&content)
            answer = content
        }
        replay()
    }

    /// Notes that something changed, but not what.
    func markStale() {
        position += 1
        staleSince = position
        if answer != nil || openReads > 0 { isStale = true }
    }

    /// Makes the error of a verb the problem. Once the session has ended, removes all content.
    func refuse(_ error: any Error) {
        if error is CancellationError || SocialError(showing: error).leavesOutcomeOpen { markStale() }
        note(error, isAboutReading: false)
        let shown = SocialError(showing: error)
        if shown.code == .unauthenticated { drop(shown) }
    }

    private func note(_ error: any Error, isAboutReading: Bool) {
        guard !(error is CancellationError) else { return }
        notice = Notice(error: SocialError(showing: error), isAboutReading: isAboutReading)
    }
}

extension SocialError {
    /// The error, or one without detail if it is none of the services'.
    init(showing error: any Error) {
        self =
            error as? SocialError
            ?? SocialError(.internalError, ProblemKind.of(.internalError).title)
    }

    /// The error for what the viewer may not do, when no request is needed to know.
    static let notAllowed = SocialError(.notAllowed, ProblemKind.of(.notAllowed).title)

    /// Whether the viewer may no longer see what was to be read.
    fileprivate var endsAccess: Bool { [401, 403, 404].contains(ProblemKind.of(code).status) }

    /// Whether the viewer may no longer see what a verb was to change.
    fileprivate var saysThingIsGone: Bool { ProblemKind.of(code).status == 404 }

    /// Whether the service may have performed the request.
    fileprivate var leavesOutcomeOpen: Bool {
        switch code {
        case .unavailable, .timeout, .internalError: true
        default: false
        }
    }
}
