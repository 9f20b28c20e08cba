import Paceline
import PacelineEngine

/// Uploading and removing the two profile pictures.
enum PictureSettings {
    /// The maximum size of the form, in bytes.
    static let largestForm = StoredImage.maxByteCount + FormData.largestByteCount

    static let changeAvatar = change("avatar") { _ = try await $0.setAvatar($1) }
    static let changeHeader = change("header") { _ = try await $0.setHeader($1) }
    static let restoreAvatar = restoration(of: "avatar")
    static let restoreHeader = restoration(of: "header")
    static let removeAvatar = removal { _ = try await $0.removeAvatar() }
    static let removeHeader = removal { _ = try await $0.removeHeader() }

    /// Saves the uploaded picture. An invalid file is shown as an error next to the field.
    private static func change(
        _ name: String, _ keep: @escaping @Sendable (Session, [UInt8]) async throws -> Void
    ) -> Pages.UserHandler {
        { request, user in
            do {
                guard let bytes = request.form.files(name).first?.bytes, !bytes.isEmpty else {
                    throw SocialError(.imageInvalid, request.localizer("settings.profile.noFile"))
                }
                try await keep(user.session, bytes)
                return SettingsSection.profile.saved(request, "pictureChanged")
            } catch let error as SocialError where error.concernsPicture {
                return try await ProfileSettings.page(request, user, [error.naming(name)])
            }
        }
    }

    /// Asks for the file again after the session had ended.
    private static func restoration(of name: String) -> Pages.UserHandler {
        { request, user in
            let lost = Self.chooseAgain(name, request.localizer)
            return try await ProfileSettings.page(request, user, [lost]).shownAgain
        }
    }

    /// Browsers lose the chosen file when a form is shown again.
    /// - Parameter field: the file's field.
    static func chooseAgain(_ field: String, _ localizer: Localizer) -> SocialError {
        SocialError(.imageInvalid, localizer("form.fileAgain"), field: field)
    }

    private static func removal(
        _ remove: @escaping @Sendable (Session) async throws -> Void
    ) -> Pages.UserHandler {
        { request, user in
            try await remove(user.session)
            return SettingsSection.profile.saved(request, "pictureRemoved")
        }
    }

    /// The error in the file of a form that is rejected anyway.
    /// - Parameter field: the file's field.
    static func error(in bytes: [UInt8], _ field: String) -> SocialError? {
        do {
            _ = try StoredImage(sanitising: bytes)
            return nil
        } catch {
            return error.naming(field)
        }
    }

    /// Both pictures, with their forms.
    static func views(of account: Account, _ errors: [SocialError], _ localizer: Localizer) -> [View] {
        let header = account.headerURL == nil ? nil : "/people/\(account.id)/banner"
        return [
            picture("avatar", errors, localizer).merging([
                "face": .view(AvatarView(account).view),
                "removal": account.avatarURL == nil ? .nothing : removal(of: "avatar", localizer),
            ]),
            picture("header", errors, localizer).merging([
                "banner": .text(optional: header),
                "removal": header == nil ? .nothing : removal(of: "header", localizer),
            ]),
        ]
    }

    /// How much storage the user uses, and the limit.
    static func sentence(about storage: StorageUse, _ localizer: Localizer) -> String {
        var values = ["used": Measure.size(storage.usedBytes)]
        guard let limit = storage.limitBytes else { return localizer("settings.profile.stored", values) }
        values["limit"] = Measure.size(limit)
        guard let next = storage.nextLimitBytes, let start = storage.nextLimitAt else {
            return localizer("settings.profile.storedOf", values)
        }
        values["next"] = Measure.size(next)
        values["date"] = localizer.date(Day(of: start, in: localizer.timeZone))
        return localizer("settings.profile.storedInFirstWeek", values)
    }

    private static func removal(of name: String, _ localizer: Localizer) -> ViewValue {
        .view(
            ActionForm(
                action: "/settings/\(name)/remove", text: localizer("settings.profile.\(name)Remove"),
                style: "plain small"
            ).view)
    }

    private static func picture(_ name: String, _ errors: [SocialError], _ localizer: Localizer) -> View {
        [
            "name": .text(name), "label": .text(localizer("settings.profile.\(name)")),
            "error": .text(optional: errors.first { $0.field == name }.map(localizer.message)),
            "face": .nothing, "banner": .nothing,
        ]
    }
}

extension SocialError {
    /// Whether the error is about an uploaded picture, so that it belongs next to the field.
    var concernsPicture: Bool {
        [.imageInvalid, .tooLarge, .unsupportedMediaType, .quotaExceeded].contains(code)
            || self == .diskIsFull
    }

    /// The error as that of a field.
    func naming(_ field: String) -> SocialError { SocialError(code, message, field: field) }
}
