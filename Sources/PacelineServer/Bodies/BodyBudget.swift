import CoreMetrics
import Paceline
import Synchronization

/// Counts the memory of all bodies, and the uploads of each sender.
final class BodyBudget: Sendable {
    /// Who sends a body.
    enum Sender: Hashable, Sendable {
        case person(Person.ID)
        case address(ClientAddress)
    }

    private struct Usage {
        var byteCount = 0
        var uploads: [Sender: Int] = [:]
    }

    private let limits: BodyLimits
    private let usage = Mutex(Usage())
    private let byteMeter: Meter
    private let uploadMeter: Meter

    init(_ limits: BodyLimits, metrics: any MetricsFactory) {
        self.limits = limits
        byteMeter = Meter(label: Name.bytes, factory: metrics)
        uploadMeter = Meter(label: Name.uploads, factory: metrics)
        byteMeter.set(0)
        uploadMeter.set(0)
    }

    /// The memory of all bodies, in bytes.
    var byteCount: Int { usage.withLock { $0.byteCount } }

    /// - Throws: ``SocialError/Code/busy`` if there is not enough memory.
    func take(_ count: Int, forUpload isUpload: Bool) throws {
        let most = isUpload ? limits.uploadMemory : limits.memory
        let hasRoom = usage.withLock { usage in
            guard usage.byteCount + count <= most else { return false }
            usage.byteCount += count
            return true
        }
        guard hasRoom else {
            throw SocialError(
                .busy, "The server is receiving too much at the moment. Try again in a few seconds.",
                retryAfter: 2)
        }
        byteMeter.increment(by: Double(count))
    }

    /// - Throws: ``SocialError/Code/busy`` if the sender has too many uploads.
    func beginUpload(of sender: Sender) throws {
        let isAllowed = usage.withLock { usage in
            let others = usage.uploads[sender] ?? 0
            guard others < limits.uploadsPerPerson else { return false }
            usage.uploads[sender] = others + 1
            return true
        }
        guard isAllowed else {
            let uploads = Measure.count(limits.uploadsPerPerson, "upload")
            throw SocialError(
                .busy, "You can have only \(uploads) at a time. Try again in a few seconds.", retryAfter: 2)
        }
        uploadMeter.increment()
    }

    func release(_ count: Int, uploadOf sender: Sender?) {
        usage.withLock { usage in
            usage.byteCount -= count
            guard let sender, let uploads = usage.uploads[sender] else { return }
            usage.uploads[sender] = uploads > 1 ? uploads - 1 : nil
        }
        byteMeter.decrement(by: Double(count))
        if sender != nil { uploadMeter.decrement() }
    }
}

extension BodyBudget {
    private enum Name {
        static let bytes = "paceline_body_bytes"
        static let uploads = "paceline_uploads_in_flight"
    }

    static let help = [
        Name.bytes: "Memory of the bodies of requests in flight, in bytes.",
        Name.uploads: "Uploads in flight, of bodies above 64 KB.",
    ]
}

/// The body of one request, which takes memory from its first byte until the request is answered.
final class HeldBody: Sendable {
    private struct State {
        var byteCount = 0
        var isUpload = false
        var isReleased = false
    }

    private let budget: BodyBudget
    private let sender: BodyBudget.Sender
    private let state = Mutex(State())

    init(of sender: BodyBudget.Sender, in budget: BodyBudget) {
        self.sender = sender
        self.budget = budget
    }

    /// Announces the size that the body will have.
    /// - Throws: ``SocialError/Code/busy``.
    func expect(_ count: Int) throws {
        try state.withLock { state in
            if count > BodyLimits.uploadSize { try becomeUpload(&state) }
        }
    }

    /// Adds bytes that have arrived.
    /// - Throws: ``SocialError/Code/busy``, or `CancellationError` if the request has been answered.
    func add(_ count: Int) throws {
        try state.withLock { state in
            guard !state.isReleased else { throw CancellationError() }
            if state.byteCount + count > BodyLimits.uploadSize { try becomeUpload(&state) }
            try budget.take(count, forUpload: state.isUpload)
            state.byteCount += count
        }
    }

    /// Frees what exceeds the size, so that the body is not an upload any more.
    func reduce(to size: Int) {
        state.withLock { state in
            guard !state.isReleased else { return }
            budget.release(state.byteCount - size, uploadOf: state.isUpload ? sender : nil)
            state.byteCount = size
            state.isUpload = false
        }
    }

    /// Frees the memory. Can be called repeatedly.
    func release() {
        state.withLock { state in
            guard !state.isReleased else { return }
            state.isReleased = true
            budget.release(state.byteCount, uploadOf: state.isUpload ? sender : nil)
        }
    }

    private func becomeUpload(_ state: inout State) throws {
        guard !state.isUpload, !state.isReleased else { return }
        try budget.beginUpload(of: sender)
        state.isUpload = true
    }
}
