import Paceline

extension API {
    public static let staff = Endpoint<NoParameters, NoParameters, EmptyBody, StaffList>(
        .get, "/v1/admin/staff", id: "staff", .administration, "List the staff",
        notes: "Administrators first, then by username.",
        headers: .client,
        .staff(.administrator) { services, _ in StaffList(items: try await services.staff()) })

    public static let setRole = Endpoint<PersonPath, NoParameters, StaffRoleBody, NoContent>(
        .put, "/v1/admin/people/{person}/role", id: "setRole", .administration, "Change a person's role",
        notes: """
            A change ends all sessions of the person, who is notified. Your own role, and those of other \
            administrators, change only with `paceline admin grant`. Recovery codes and a device \
            identity from before stay, but do not act as staff: regaining the account with a code ends the role. A \
            person who signs in only with a device gets no role.
            """,
        headers: .client,
        errors: [.reauthenticationRequired, .personNotFound, .selfNotAllowed, .limitReached],
        .staff(.administrator) { try await $0.setRole(of: $1.path.person, to: $1.body.staffRole) })
}
