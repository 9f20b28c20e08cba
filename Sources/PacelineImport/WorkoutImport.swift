import Foundation
import Paceline

/// What reading a file of workouts gave: a preview that can be published as it is.
///
/// Every row of the file is in ``workouts`` or in ``skipped``; nothing is dropped in silence. Reading is pure: the
/// same file, options and instant give the same workouts with the same ids, so importing a file again changes
/// nothing.
public struct WorkoutImport: Sendable, Equatable {
    public var format: WorkoutFormat
    /// In the order of the file, checked, and ready to be published.
    public var workouts: [ImportedWorkout]
    /// In the order of the file.
    public var skipped: [SkippedRow]

    public init(format: WorkoutFormat, workouts: [ImportedWorkout] = [], skipped: [SkippedRow] = []) {
        self.format = format
        self.workouts = workouts
        self.skipped = skipped
    }

    /// The workouts as a batch takes them.
    public var drafts: [IdentifiedDraft] { workouts.map(\.identified) }

    /// The largest file that is read: 50 MB.
    public static let largestByteCount = 50 * 1_024 * 1_024

    /// Reads a file.
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: its name, for the messages.
    ///   - options: what the file does not say.
    ///   - now: no workout begins more than a day after it.
    /// - Throws: ``SocialError`` about the `file`: `tooLarge` when it is, otherwise `invalidValue` when it is empty,
    ///   binary, of an unknown kind, or lacks a column that every row needs.
    public init(reading bytes: [UInt8], named name: String, options: ImportOptions, now: Date)
        throws(SocialError)
    {
        guard bytes.count <= Self.largestByteCount else {
            throw SocialError(.tooLarge, "“\(name)” is larger than 50 MB.", field: "file")
        }
        switch try WorkoutFormat.detect(name: name, bytes: bytes) {
        case .concept2Logbook:
            self = try Concept2Logbook(name: name, options: options, now: now).read(bytes)
        }
    }
}

/// What a file does not say and its reader must know.
public struct ImportOptions: Sendable, Equatable {
    /// Whose workouts they are. The ids made from the file depend on it, so two people may import the same file.
    public var owner: Person.ID
    /// Where the person trained: logs write the time of the clock on the wall.
    public var timeZone: TimeZone
    /// Who may see the workouts; the owner's setting when nil.
    public var visibility: ItemVisibility?

    public init(owner: Person.ID, timeZone: TimeZone, visibility: ItemVisibility? = nil) {
        self.owner = owner
        self.timeZone = timeZone
        self.visibility = visibility
    }
}

/// A workout and where it stood.
public struct ImportedWorkout: Sendable, Equatable, Identifiable {
    /// The line it begins on, as an editor counts: from 1, the header included.
    public var line: Int
    /// Made from the owner and the record's own id, so it is the same at the next import.
    public var id: Workout.ID
    public var draft: WorkoutDraft

    public init(line: Int, id: Workout.ID, draft: WorkoutDraft) {
        self.line = line
        self.id = id
        self.draft = draft
    }

    /// The workout as a batch takes it.
    public var identified: IdentifiedDraft { IdentifiedDraft(id: id, draft: draft) }
}

/// A row that gave no workout.
public struct SkippedRow: Sendable, Equatable {
    /// The line it begins on, as an editor counts: from 1, the header included.
    public var line: Int
    /// Why, in a sentence from which the person can mend the file.
    public var reason: String

    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// Why a row gives no workout.
struct RowProblem: Error, Equatable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
