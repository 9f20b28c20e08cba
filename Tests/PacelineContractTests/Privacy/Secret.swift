/// What happens in one of two worlds, and must not be noticed by the person whom it concerns: Vera.
enum Secret: String, CaseIterable, Sendable {
    /// Sam publishes private workouts and scores, edits and deletes them, and reacts to them.
    case privateItems
    /// Sam declines Vera's request, and her invitation to a group.
    case declining
    /// Sam mutes Vera.
    case mute
    /// Sam gets a role, another one, and loses it.
    case role
    /// Sam exists, and has blocked Vera from the start. In the other world, there is no Sam.
    case block
    /// Sam exists, and blocks Vera before she looks at what has happened. In the other world, there is no Sam.
    case laterBlock
    /// Sam, who is not Vera's friend, publishes workouts for friends, edits and deletes them, and reacts to them.
    case friendsItems
    /// Sam changes what only he sees of his account.
    case account
    /// Sam's comment is held, and released later. In the other world, he writes it when it is released.
    case heldComment
}
