import Foundation
import Paceline
import PacelineEngine

/// The form of a workout: a new one, and one that is there already.
enum EditPages {
    /// A photo as large as is taken, and the rest of the form.
    static let largestForm = StoredImage.largestByteCount + 1_024 * 1_024

    static func showNew(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let minute = Date(
            timeIntervalSince1970: (visit.wording.now.timeIntervalSince1970 / 60).rounded(.down) * 60)
        let values = WorkoutValues(
            beginningAt: LocalTime(of: minute, in: caller.timeZone),
            visibility: try await caller.session.settings().workoutVisibility)
        return page(WorkoutFormView(id: Workout.ID(UUID()), values: values, visit, caller))
    }

    static func add(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        // The page gave the form its id, so that a form that is sent twice makes one workout.
        guard let id = visit.form["id"].flatMap({ Workout.ID($0) }) else { throw SocialError.noPage }
        return try await save(as: id, replacing: nil, visit, caller)
    }

    static func showEdit(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let workout = try await own(visit, caller)
        let values = WorkoutValues(workout, in: caller.timeZone)
        return page(WorkoutFormView(id: workout.id, values: values, old: workout, visit, caller))
    }

    static func edit(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let workout = try await own(visit, caller)
        return try await save(as: workout.id, replacing: workout, visit, caller)
    }

    private static func own(_ visit: Visit, _ caller: Caller) async throws -> Workout {
        let workout = try await caller.session.workout(try visit.id())
        guard workout.owner == caller.account.id else {
            throw SocialError(.notAllowed, visit.wording("visibility.notYours"))
        }
        return workout
    }

    private static func page(_ form: WorkoutFormView, status: Int = 200) -> PageAnswer {
        .page("Workouts/edit", title: form.title, at: form.isNew ? .add : nil, status: status, form.view)
    }
}

extension EditPages {
    private static func save(
        as id: Workout.ID, replacing old: Workout?, _ visit: Visit, _ caller: Caller
    ) async throws -> PageAnswer {
        var form = WorkoutFormView(
            id: id, values: WorkoutValues(visit.form), old: old, visit, caller)
        form.hadPhoto = !visit.form.files("photo").isEmpty
        if let list = visit.form["more"] {
            form.longer = list
            return page(form)
        }
        var reader = WorkoutReader(form.values, replacing: old, in: caller.timeZone)
        let draft = reader.draft()
        form.note(reader.faults)
        let photo = photo(of: &form, visit)
        guard form.faults.isEmpty else { return page(form, status: 422) }
        do {
            let version = visit.form["version"].flatMap { Version($0) }
            try await caller.session.publish(
                draft, as: id, ifMatch: old == nil ? nil : version, photo: photo)
        } catch let error as SocialError where concernsForm(error) {
            form.note(error)
            return page(form, status: 422)
        }
        let notice = visit.cookies.noting(old == nil ? "workoutAdded" : "workoutChanged")
        return .redirect(to: "/workouts/\(id)").setting(notice)
    }

    private static func concernsForm(_ error: SocialError) -> Bool {
        [.invalidValue, .preconditionFailed, .ageRestricted, .idTaken].contains(error.code)
    }

    /// What was chosen about the photo; of one that cannot be taken the form notes why.
    private static func photo(of form: inout WorkoutFormView, _ visit: Visit) -> PhotoChange {
        guard let file = visit.form.files("photo").first else {
            return visit.form["removePhoto"] == nil ? .kept : .removed
        }
        do throws(SocialError) {
            return .replaced(by: try StoredImage(sanitising: file.bytes))
        } catch {
            form.faults["photo"] = visit.wording.said(by: error)
            return .kept
        }
    }
}
