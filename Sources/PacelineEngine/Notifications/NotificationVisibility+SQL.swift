import Paceline
import PacelineDatabase

// Which notifications the inbox shows. This is decided on every read, by current permissions: a notification is shown
// when the viewer can see its subject and at least one of its actors.

extension Transaction {
    /// A condition for the viewer's unexpired, visible rows of `notifications`.
    func shownNotifications() throws -> SQL {
        """
        notifications.receiver = \(viewer.id)
            \(exceptAccount)
            AND notifications.at > \(now.addingTimeInterval(-SocialNotification.lifetime))
            AND (notifications.item IS NULL
                OR \(SQL.seesItem("notifications.item", viewer.id, at: now, where: try itemIsShown)))
            AND (notifications.comment IS NULL OR EXISTS (SELECT 1 FROM comments
                WHERE comments.id = notifications.comment AND comments.is_deleted = 0
                    AND \(SQL.isReleased("comments", for: viewer))
                    \(try SQL.showsComments(by: "comments.author", to: viewer))))
            AND \(try subjectIsCurrent)
            AND EXISTS (SELECT 1 FROM notification_actors AS actors
                WHERE actors.notification = notifications.id AND \(try actorIsShown))
        """
    }

    /// Whether the viewer's inbox may show the row of `items`: to minors and people of unknown age only items of
    /// friends, their own, and those of people to whose posts they subscribed.
    private var itemIsShown: SQL {
        get throws {
            guard try !viewer.isAdult else { return .isOfKnownKind }
            return """
                (\(SQL.isOfKnownKind)
                    AND (notifications.kind IN (\(NotificationKind.newWorkout), \(NotificationKind.newScore))
                        OR \(SQL.isKnown("items.owner", to: viewer.id))))
                """
        }
    }

    /// Leaves out notifications about the account, its security and its owner's age, for access tokens.
    var exceptAccount: SQL {
        isForAccessToken
            ? "AND notifications.kind NOT IN (\(NotificationKind.security), \(NotificationKind.age))" : .empty
    }

    /// Whether the subject is still current: requests and invitations are open, memberships and scores still exist, a
    /// missing birth date is still missing, a workout is still held.
    private var subjectIsCurrent: SQL {
        get throws {
            """
            CASE notifications.kind
                WHEN \(NotificationKind.requestReceived) THEN EXISTS (SELECT 1 FROM requests
                    WHERE requests.id = notifications.request AND requests.state = 'pending'
                        AND requests.expires_at > \(now))
                WHEN \(NotificationKind.groupInvitation) THEN EXISTS (
                    \(try Groups(self).openInvitationsQuery(where: "AND groups.id = notifications.group_id")))
                WHEN \(NotificationKind.groupJoined) THEN \(isMember("\(viewer.id)", "notifications.at"))
                WHEN \(NotificationKind.overtaken) THEN \(hasPoints("\(viewer.id)"))
                    AND (notifications.group_id IS NULL OR \(isSharing("\(viewer.id)", "notifications.at")))
                WHEN \(NotificationKind.workoutHeld) THEN EXISTS (SELECT 1 FROM anomalies
                    WHERE anomalies.workout = notifications.item AND anomalies.state IN ('late', 'held'))
                WHEN \(NotificationKind.workoutDecided) THEN EXISTS (SELECT 1 FROM anomalies
                    WHERE anomalies.workout = notifications.item
                        AND anomalies.state IN ('approved', 'excluded', 'appealed'))
                WHEN \(NotificationKind.rewardFulfilled) THEN EXISTS (SELECT 1 FROM redemptions
                    WHERE redemptions.id = notifications.subject AND redemptions.person = \(viewer.id)
                        AND redemptions.state = 'fulfilled')
                WHEN \(NotificationKind.age) THEN notifications.day > 0 OR NOT EXISTS (
                    SELECT 1 FROM people WHERE people.id = \(viewer.id) AND \(SQL.hasKnownAge))
                ELSE 1 = 1
            END
            """
        }
    }

    /// Whether the viewer can see the person in `actors` and has not muted them, and the action still stands. Requires
    /// `notifications` in the query.
    var actorIsShown: SQL {
        get throws {
            """
            CASE notifications.kind
                WHEN \(NotificationKind.comment) THEN \(actorMayWrite)
                WHEN \(NotificationKind.reply) THEN \(actorMayWrite)
                WHEN \(NotificationKind.mention) THEN \(actorMayWrite)
                WHEN \(NotificationKind.kudos) THEN \(actorMayWrite)
                WHEN \(NotificationKind.bigKudos) THEN \(actorMayWrite)
                WHEN \(NotificationKind.heart) THEN \(actorMayWrite)
                WHEN \(NotificationKind.requestReceived) THEN 1 = 1
                WHEN \(NotificationKind.newFollower) THEN EXISTS (SELECT 1 FROM edges
                    WHERE follower = actors.person AND followee = \(viewer.id) AND created_at <= actors.at)
                    \(try SQL.isUnknownChild("actors.person", to: viewer).map { "AND NOT \($0)" as SQL } ?? .empty)
                WHEN \(NotificationKind.groupJoined) THEN \(isMember("actors.person", "actors.at"))
                    AND \(try isKnownToMinor)
                WHEN \(NotificationKind.groupInvitation) THEN EXISTS (SELECT 1 FROM group_invitations
                    WHERE group_id = notifications.group_id AND person = \(viewer.id) AND inviter = actors.person)
                WHEN \(NotificationKind.overtaken) THEN \(hasPoints("actors.person")) AND \(try sharesBoard)
                    AND \(try isKnownToMinor)
                WHEN \(NotificationKind.newWorkout) THEN \(isSubscribed)
                WHEN \(NotificationKind.newScore) THEN \(isSubscribed)
                ELSE \(try isKnownToChild)
            END
            \(try SQL.isNotHidden("actors.person", from: viewer))
            \(try viewer.mayHaveMutes
            ? "AND NOT \(SQL.hasMuted("\(viewer.id)", "actors.person"))" as SQL
            : .empty)
            """
        }
    }

    /// Whether the actor is a friend, for minors and people of unknown age.
    private var isKnownToMinor: SQL {
        get throws { try viewer.isAdult ? "1 = 1" : SQL.isKnown("actors.person", to: viewer.id) }
    }

    /// Whether the actor is a friend, for a child: what friends did shows no name once the friendship has ended.
    private var isKnownToChild: SQL {
        get throws { try viewer.isChild ? SQL.isKnown("actors.person", to: viewer.id) : "1 = 1" }
    }

    private var actorMayWrite: SQL { .mayReceiveText(viewer.id, from: "actors.person", at: now) }

    /// Whether the viewer follows the actor with notifications turned on.
    private var isSubscribed: SQL {
        """
        EXISTS (SELECT 1 FROM edges
            WHERE follower = \(viewer.id) AND followee = actors.person AND notifications = 1)
        """
    }

    /// Whether the actor is on the notification's board, as the viewer sees it.
    private var sharesBoard: SQL {
        get throws {
            """
            CASE WHEN notifications.group_id IS NULL THEN EXISTS (SELECT 1 FROM edges
                JOIN settings ON settings.person = edges.followee
                WHERE edges.follower = \(viewer.id) AND edges.followee = actors.person AND edges.is_mutual = 1
                    AND settings.show_on_leaderboards = 1)
            ELSE \(isSharing("actors.person", "actors.at"))
                \(try SQL.showsRow(of: "actors.person", in: "notifications.group_id", to: viewer)) END
            """
        }
    }

    /// Whether the person has been a member of the notification's group since before the instant.
    private func isMember(_ person: SQL, _ instant: SQL, where isIncluded: SQL = "1 = 1") -> SQL {
        """
        EXISTS (SELECT 1 FROM group_members
            WHERE group_members.group_id = notifications.group_id AND group_members.person = \(person)
                AND group_members.joined_at <= \(instant) AND \(isIncluded))
        """
    }

    /// Whether the person is such a member, and has rows on the group's boards.
    private func isSharing(_ person: SQL, _ instant: SQL) -> SQL {
        isMember(person, instant, where: "group_members.is_sharing = 1")
    }

    /// Whether the person has points on the notification's day that its board counts.
    private func hasPoints(_ person: SQL) -> SQL {
        """
        EXISTS (SELECT 1 FROM scores
            WHERE scores.owner = \(person) AND scores.day = notifications.day
                AND (\(SQL.countsAmongFriends) OR notifications.group_id IS NOT NULL AND \(SQL.countsInGroups)))
        """
    }
}
