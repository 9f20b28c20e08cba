import Foundation
@_exported import Paceline

/// The workouts read from a file, ready to preview and publish.
///
/// ```swift
/// let account = try await services.me()
/// let options = ImportOptions(owner: account.id, importKey: account.importKey, timeZone: .current)
/// let season = try WorkoutImport(reading: bytes, named: "season.csv", options: options, now: Date())
/// for row in season.skipped { print("Line \(row.line): \(row.reason)") }
/// let results = try await services.publish(Array(season.drafts.prefix(IdentifiedDraft.batchLimit)))
/// ```
///
/// Each row of the file is either in ``workouts`` or in ``skipped``. Reading the same file with the same options gives
/// the same workouts with the same ids, so importing a file again changes nothing.
public struct WorkoutImport: Sendable, Equatable {
    /// The file's format.
    public var format: WorkoutFormat
    /// The valid workouts, in the order of the file.
    public var workouts: [ImportedWorkout]
    /// The rows that could not be read, in the order of the file.
    public var skipped: [SkippedRow]

    /// Creates an import from workouts that have already been read.
    public init(format: WorkoutFormat, workouts: [ImportedWorkout] = [], skipped: [SkippedRow] = []) {
        self.format = format
        self.workouts = workouts
        self.skipped = skipped
    }

    /// The workouts for publishing in batches of at most `IdentifiedDraft.batchLimit`.
    public var drafts: [IdentifiedDraft] { workouts.map(\.identified) }

    /// The maximum size of a file, 50 MB.
    public static let largestByteCount = 50 * 1_024 * 1_024

    /// Reads a file.
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the file's name, used in error messages.
    ///   - options: the owner, time zone and visibility of the workouts.
    ///   - now: the current instant; workouts that start more than 15 minutes later are skipped.
    /// - Throws: ``SocialError`` for the field `file`: `tooLarge` above 50 MB; `invalidValue` if the file is empty,
    ///   binary or unsupported, or lacks a required column.
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

/// The properties of imported workouts that a file does not contain.
///
/// ```swift
/// let options = ImportOptions(
///     owner: account.id, importKey: account.importKey, timeZone: .current, visibility: .friends)
/// ```
public struct ImportOptions: Sendable, Equatable {
    /// The owner of the workouts.
    public var owner: Person.ID
    /// The owner's `Account.importKey`, from which the ids of the workouts are derived.
    public var importKey: String
    /// The time zone of the training, since logbooks record local time.
    public var timeZone: TimeZone
    /// The visibility of the workouts; nil for the owner's default.
    public var visibility: ItemVisibility?

    /// Creates the options of an import.
    public init(
        owner: Person.ID, importKey: String, timeZone: TimeZone, visibility: ItemVisibility? = nil
    ) {
        self.owner = owner
        self.importKey = importKey
        self.timeZone = timeZone
        self.visibility = visibility
    }
}

/// An imported workout and its line in the file.
///
/// ```swift
/// for workout in season.workouts { print("Line \(workout.line): \(workout.draft.title)") }
/// ```
public struct ImportedWorkout: Sendable, Equatable, Identifiable {
    /// The first line of the row, counted from 1 and including the header.
    public var line: Int
    /// The id, derived from the owner's import key and the record's id, so that it is the same in every import and
    /// unknown to others.
    public var id: Workout.ID
    /// The id that earlier versions gave the workout; nil if they could not import it.
    public var formerID: Workout.ID?
    /// The workout's content.
    public var draft: WorkoutDraft

    /// Creates an imported workout.
    public init(line: Int, id: Workout.ID, formerID: Workout.ID? = nil, draft: WorkoutDraft) {
        self.line = line
        self.id = id
        self.formerID = formerID
        self.draft = draft
    }

    /// The workout for publishing in a batch.
    public var identified: IdentifiedDraft {
        IdentifiedDraft(id: id, formerID: formerID, draft: draft)
    }
}

/// A row that could not be read as a workout.
///
/// ```swift
/// for row in season.skipped { print("Line \(row.line): \(row.reason)") }
/// ```
public struct SkippedRow: Sendable, Equatable {
    /// The first line of the row, counted from 1 and including the header.
    public var line: Int
    /// The reason, as an English sentence that helps to correct the file.
    public var reason: String

    /// Creates a skipped row.
    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// The reason why a row is skipped.
struct RowProblem: Error, Equatable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
