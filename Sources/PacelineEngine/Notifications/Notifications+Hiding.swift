import Paceline
import PacelineDatabase

extension NotificationWriter {
    /// After a block or a mute, or its end, dates notifications that the other person has caused together with others
    /// by the newest action that they show: a later one would reveal the hidden person. A mute hides no one from the
    /// muted person, whose notifications must not change.
    func hidingChanged(_ event: LoggedEvent) throws {
        guard let other = event.other else { return }
        let isMute = event.kind.traits.changes == .mute
        for (receiver, actor) in [(event.person, other)] + (isMute ? [] : [(other, event.person)]) {
            let shownActions: SQL = """
                FROM notification_actors AS actors
                WHERE actors.notification = notifications.id AND \(SQL.mayShowActor)
                """
            try connection.send(
                """
                UPDATE notifications
                SET at = (SELECT MAX(actors.at) \(shownActions))
                WHERE receiver = \(receiver)
                    AND EXISTS (SELECT 1 FROM notification_actors AS theirs
                        WHERE theirs.notification = notifications.id AND theirs.person = \(actor))
                    AND EXISTS (SELECT 1 \(shownActions))
                """)
        }
    }
}

extension SQL {
    /// Whether the row of `notifications` may show the person in `actors` to its receiver. A block, a mute or the end
    /// of a membership hides the person at once, so nothing that they undo later may be announced.
    static let mayShowActor: SQL = """
        (NOT \(isBlocked("notifications.receiver", "actors.person"))
            AND NOT \(hasMuted("notifications.receiver", "actors.person"))
            AND (notifications.group_id IS NULL OR notifications.kind <> \(NotificationKind.overtaken)
                OR \(isSharing("notifications.receiver")) AND \(isSharing("actors.person"))))
        """

    /// Whether the person shares with the notification's group.
    private static func isSharing(_ person: SQL) -> SQL {
        """
        EXISTS (SELECT 1 FROM group_members
            WHERE group_members.group_id = notifications.group_id AND group_members.person = \(person)
                AND group_members.is_sharing = 1)
        """
    }
}
