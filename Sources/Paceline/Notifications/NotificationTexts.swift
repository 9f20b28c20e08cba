/// The English texts of sentences about notifications, for apps, the command line and the web app.
///
/// They are in the model, not in the web app's texts, because apps and the command line read them without a server.
/// A language that the web app adds replaces them under the same keys.
package enum NotificationTexts {
    /// Returns the text at a key with its placeholders filled.
    package typealias TextLookup = (_ key: String, _ values: [String: String]) -> String

    /// `{name}` is a placeholder.
    package static let texts = [
        "someone": "Someone",
        "someGroup": "a group",
        "names.more": "{names}, {next}",
        "names.last": "{names} and {last}",
        "others.one": "{count} other",
        "others.other": "{count} others",
        "item.yours": "your {title}",
        "item.theirs": "their {title}",
        "item.others": "{name}’s {title}",
        "item.gone": "an item that is no longer available",
        "sentence.requestReceived.friend": "{who} wants to be friends",
        "sentence.requestReceived.follow": "{who} wants to follow you",
        "sentence.requestAccepted.friend": "{who} accepted your friend request",
        "sentence.requestAccepted.follow": "{who} accepted your follow request",
        "sentence.newFollower": "{who} started following you",
        "sentence.kudos": "{who} gave kudos to {item}",
        "sentence.bigKudos": "{who} gave big kudos to {item}",
        "sentence.comment": "{who} commented on {item}",
        "sentence.reply": "{who} replied to you on {item}",
        "sentence.mention": "{who} mentioned you on {item}",
        "sentence.heart": "{who} gave a heart to your comment on {item}",
        "sentence.groupInvitation": "{who} invited you to {group}",
        "sentence.groupJoined": "{who} joined {group}",
        "sentence.overtaken.friends": "{who} overtook you among your friends",
        "sentence.overtaken.group": "{who} overtook you in {group}",
        "sentence.newWorkout.titled": "{who} published a workout: {title}",
        "sentence.newWorkout.untitled": "{who} published a workout",
        "sentence.newScore.titled": "{who} published a score: {title}",
        "sentence.newScore.untitled": "{who} published a score",
        "sentence.unknown": "{who} sent a notification that this version can’t show",
    ]

    package static func english(_ key: String, _ values: [String: String]) -> String {
        (texts[key] ?? key).filled(with: values)
    }
}
