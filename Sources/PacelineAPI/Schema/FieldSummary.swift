/// The summaries of fields that several wire types have.
enum FieldSummary {
    static let nextCursor = "The cursor of the next page; absent on the last page."
    static let bearerToken = "Send it as `Authorization: Bearer …`. It is returned only once."
    static let limits = "The limits that the workout exceeds."
    static let isSupervised = "Whether all members see the rows of children on its boards and in its seasons."
    static let showWorkoutDetails =
        "Without, others see only sport, title, times and duration of your workouts."
    static let followApproval =
        "Whether you approve followers while your profile is public. Otherwise you always do."
}
