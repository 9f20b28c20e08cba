import Foundation

/// The clock of a community whose past is being made up: each task has the moment of what it does.
enum DemoClock {
    @TaskLocal static var now = Date(timeIntervalSince1970: 0)
}
