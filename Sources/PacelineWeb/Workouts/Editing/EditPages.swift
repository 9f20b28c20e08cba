import Foundation
import Paceline
import PacelineEngine

/// The pages that add and edit workouts.
enum EditPages {
    /// The maximum size of the form with a photo, in bytes.
    static let largestForm = StoredImage.maxByteCount + 1_024 * 1_024

    static func showNew(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let minute = Date(
            timeIntervalSince1970: (request.localizer.now.timeIntervalSince1970 / 60).rounded(.down) * 60)
        let values = WorkoutFormValues(
            beginningAt: LocalTime(of: minute, in: user.timeZone),
            visibility: try await user.session.settings().workoutVisibility,
            sport: WorkoutFormValues.chosenSports(request.cookies.sports).first)
        return page(WorkoutFormView(id: Workout.ID(UUID()), values: values, request, user))
    }

    static func add(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        // The form contains the id, so sending it twice creates one workout.
        guard let id = request.form["id"].flatMap({ Workout.ID($0) }) else { throw SocialError.pageNotFound }
        return try await save(as: id, replacing: nil, request, user)
    }

    static func showEdit(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let workout = try await own(request, user)
        var values = WorkoutFormValues(workout, in: user.timeZone)
        for list in RowList.all { values[list.position] = request.query[list.name] ?? "" }
        return page(WorkoutFormView(id: workout.id, values: values, old: workout, request, user))
    }

    static func edit(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let workout = try await own(request, user)
        return try await save(as: workout.id, replacing: workout, request, user)
    }

    /// Shows the form of a new workout, filled in as it was sent after the session had ended.
    static func restoreNew(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        guard let id = request.form["id"].flatMap({ Workout.ID($0) }) else { throw SocialError.pageNotFound }
        return page(sent(as: id, replacing: nil, request, user))
    }

    /// Shows the form of a workout, filled in as it was sent after the session had ended.
    static func restoreEdit(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let workout = try await own(request, user)
        return page(sent(as: workout.id, replacing: workout, request, user))
    }

    private static func sent(
        as id: Workout.ID, replacing old: Workout?, _ request: WebRequest, _ user: SignedInUser
    ) -> WorkoutFormView {
        var form = WorkoutFormView(
            id: id, values: WorkoutFormValues(request.form, editing: old, in: user.timeZone), old: old,
            request, user)
        form.hadPhoto = !request.form.files("photo").isEmpty
        return form
    }

    private static func own(_ request: WebRequest, _ user: SignedInUser) async throws -> Workout {
        let workout = try await user.session.workout(try request.id())
        guard workout.owner == user.account.id else {
            throw SocialError(.notAllowed, request.localizer("visibility.notYours"))
        }
        return workout
    }

    /// A reason to show the form again without saving. The raw value is the value of the button that was pressed.
    enum Redraw: String {
        /// The sport was changed, which changes the fields.
        case sport
        /// The intervals and totals are to be filled in from the title.
        case pattern
    }

    private static func page(_ form: WorkoutFormView, status: Int = 200) -> PageResponse {
        .page("Workouts/edit", title: form.title, at: form.isNew ? .add : nil, status: status, form.view)
    }
}

extension EditPages {
    private static func save(
        as id: Workout.ID, replacing old: Workout?, _ request: WebRequest, _ user: SignedInUser
    ) async throws -> PageResponse {
        var form = sent(as: id, replacing: old, request, user)
        if let list = request.form["more"] {
            form.extendedList = list
            return page(form)
        }
        if let redraw = request.form["redraw"].flatMap(Redraw.init(rawValue:)) {
            if redraw == .pattern { form.fillInPattern(reportsMissing: !request.wantsFragment) }
            return page(form, status: form.fieldErrors.isEmpty ? 200 : 422)
        }
        if old == nil, form.values.leavesPatternOut { form.fillInPattern(reportsMissing: false) }
        var reader = WorkoutReader(
            form.values, replacing: old, in: user.timeZone, now: request.localizer.now)
        var draft = reader.draft()
        form.add(reader.fieldErrors)
        if old == nil, form.fieldErrors.isEmpty, let whole = form.values.withUnshownRows {
            reader = WorkoutReader(whole, replacing: nil, in: user.timeZone, now: request.localizer.now)
            draft = reader.draft()
        }
        let photo = photo(of: &form, request)
        guard form.fieldErrors.isEmpty else { return page(form, status: 422) }
        let published: Workout.ID
        do {
            let version = request.form["version"].flatMap { Version($0) }
            published = try await user.session.publish(
                draft, as: id, ifMatch: old == nil ? nil : version, photo: photo)
        } catch let error as SocialError where concernsForm(error) {
            form.add(error)
            return page(form, status: 422)
        } catch let error as SocialError where error.concernsPicture {
            form.fieldErrors["photo"] = request.localizer.message(for: error)
            return page(form, status: 422)
        }
        let notice = request.cookies.noticeCookie(old == nil ? "workoutAdded" : "workoutChanged")
        return .redirect(to: target(after: published, request)).settingCookies(notice)
    }

    /// The workout's page, or the form with the rows that the pressed button names.
    private static func target(after id: Workout.ID, _ request: WebRequest) -> LocalPath {
        let path = LocalPath("/workouts/\(id)")
        let parts = (request.form["then"] ?? "").split(separator: "=").map(String.init)
        guard parts.count == 2, let list = RowList.all.first(where: { $0.name == parts[0] }),
            let first = Int(parts[1])
        else { return path }
        return LocalPath("\(LocalPath("\(path)/edit").with(list.name, "\(first)"))#\(list.name)")
    }

    private static func concernsForm(_ error: SocialError) -> Bool {
        [.invalidValue, .preconditionFailed, .ageRestricted, .birthDateRequired].contains(error.code)
    }

    /// The change of the photo. An invalid file adds an error to the form.
    private static func photo(of form: inout WorkoutFormView, _ request: WebRequest) -> PhotoChange {
        guard let file = request.form.files("photo").first else {
            return request.form["removePhoto"] == nil ? .kept : .removed
        }
        do throws(SocialError) {
            return .replaced(by: try StoredImage(sanitising: file.bytes))
        } catch {
            form.fieldErrors["photo"] = request.localizer.message(for: error)
            return .kept
        }
    }
}
