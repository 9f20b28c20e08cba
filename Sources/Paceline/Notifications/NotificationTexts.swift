/// The English texts of sentences about notifications and security events, for apps, the command line and the web app.
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
        "sentence.levelUp": "You reached {title}",
        "sentence.achievement": "You earned the badge {title}",
        "sentence.age.teenager": "You are 13 now: limits for children have ended, your settings stay",
        "sentence.age.adult": "You are 18 now: limits for minors have ended, your settings stay",
        "sentence.age.missing":
            "Add your birth date: until then, search and the Everyone leaderboard omit you",
        "sentence.security.from": "{event} from {origin}",
        "sentence.security.by": "{event} ({origin})",
        "sentence.security.unknown": "Something changed in your account’s security",
        "sentence.unknown": "{who} sent a notification that this version can’t show",
        "security.signedUp": "Account created",
        "security.newSignIn": "New sign-in",
        "security.signedIn": "Sign-in: {way}",
        "security.signInFailed.one": "{count} wrong password",
        "security.signInFailed.other": "{count} wrong passwords",
        "security.signedOutEverywhere": "Signed out everywhere",
        "security.passwordChanged": "Password changed",
        "security.usernameChanged": "Username changed to @{name}",
        "security.sessionEnded": "Session ended: {name}",
        "security.unknownClient": "Unknown app",
        "security.identityLinked": "Sign-in method added: {way}",
        "security.identityUnlinked": "Sign-in method removed: {way}",
        "security.recoveryCodesCreated": "Recovery codes created",
        "security.recoveryLinkCreated": "An administrator made a recovery link",
        "security.recovered": "A recovery code or link was used",
        "security.restored": "Former ways to sign in restored",
        "security.tokenCreated": "Access token “{name}” created",
        "security.tokenRevoked": "Access token “{name}” revoked",
        "security.passkeyAdded": "Passkey “{name}” added",
        "security.passkeyRemoved": "Passkey “{name}” removed",
        "security.passkeyCopied": "Passkey “{name}” refused: there may be a copy",
        "security.emailChanged": "Email address changed",
        "security.birthDateSet": "Birth date added",
        "security.birthDateCorrected": "An administrator corrected the birth date",
        "security.unknown": "Something that this version can’t show",
        "security.times": "{event} ({count}×)",
        "way.apple": "Apple",
        "way.device": "Browser or device without a password",
        "way.passkey": "Passkey",
        "way.password": "Password",
    ]

    package static func english(_ key: String, _ values: [String: String]) -> String {
        (texts[key] ?? key).filled(with: values)
    }
}
