import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func friends(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person> {
        try await list(.friends, of: person, page)
    }

    public func followers(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person> {
        try await list(.followers, of: person, page)
    }

    public func following(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person> {
        try await list(.following, of: person, page)
    }

    private func list(_ list: EdgeList, of person: PersonReference, _ page: PageRequest) async throws -> Page<
        Person
    > {
        try await read { transaction in
            try Graph(transaction).visiblePeople(list, of: try transaction.resolve(person), page)
        }
    }

    public func unfriend(_ person: PersonReference) async throws {
        try await write { try Graph($0).unfriend(person) }
    }

    public func removeFollower(_ person: PersonReference) async throws {
        try await write { try Graph($0).removeFollower(person) }
    }

    public func follow(_ person: PersonReference, notifications: Bool?) async throws -> FollowOutcome {
        try await write { transaction in
            let followee = try transaction.resolveOther(person)
            return try Graph(transaction).follow(followee, notifications: notifications)
        }
    }

    public func unfollow(_ person: PersonReference) async throws {
        try await write { try Graph($0).unfollow(person) }
    }
}

extension Graph {
    func unfriend(_ person: PersonReference) throws {
        let friend = try transaction.resolve(person)
        let me = viewer.id
        guard try connection.edge(from: me, to: friend)?.isMutual == true else {
            throw SocialError.notFriends
        }
        try connection.disconnect(me, from: friend)
        try connection.disconnect(friend, from: me)
        try friendshipDidEnd(with: friend)
        try transaction.log(.unfriended, concerning: friend)
    }

    func removeFollower(_ person: PersonReference) throws {
        let follower = try transaction.resolve(person)
        let me = viewer.id
        // Otherwise the viewer would learn that the child follows them.
        guard try !transaction.hidesFollower(follower) else { return }
        let wereFriends = try connection.edge(from: follower, to: me)?.isMutual == true
        guard try connection.disconnect(follower, from: me) else { return }
        // A child has no followers but friends, so ending one direction ends both.
        if try transaction.isChild(follower) { try connection.disconnect(me, from: follower) }
        if wereFriends { try friendshipDidEnd(with: follower) }
        try transaction.log(.unfollowed, concerning: follower)
    }

    func unfollow(_ person: PersonReference) throws {
        let followee = try transaction.resolve(person)
        let me = viewer.id
        if let request = try connection.openRequest(from: me, to: followee, .follow, at: now) {
            try connection.setState(.cancelled, of: request.id)
            try log(cancelling: request)
        }
        let wereFriends = try connection.edge(from: me, to: followee)?.isMutual == true
        guard try connection.disconnect(me, from: followee) else { return }
        // A child has no followers but friends, so ending one direction ends both.
        if try transaction.isChild(me) { try connection.disconnect(followee, from: me) }
        if wereFriends { try friendshipDidEnd(with: followee) }
        let isHidden = try !wereFriends && viewer.isChild
        try transaction.log(isHidden ? .changedHiddenFollowing : .unfollowed, concerning: followee)
    }

    /// Enforces what follows for children when the viewer ends a friendship.
    private func friendshipDidEnd(with other: Person.ID) throws {
        try Groups(transaction).separateChild(from: other)
        try replaceFriendCodeOfChild()
    }

    /// Gives the viewer another friend code if they are a child: a person whom they remove knows the present one, and
    /// could ask again, also with another account.
    func replaceFriendCodeOfChild() throws {
        if try transaction.isChild(viewer.id) { try Accounts(transaction).replaceFriendCode() }
    }

    /// A page of the list; empty when the viewer may not see the owner's profile. Children whom the viewer does not
    /// know are left out, also of the viewer's own followers, and remain counted.
    func visiblePeople(_ list: EdgeList, of owner: Person.ID, _ page: PageRequest) throws -> Page<Person> {
        guard try transaction.seesProfile(of: owner) else { return Page(items: []) }
        guard let isUnknownChild = try SQL.isUnknownChild("people.id", to: viewer) else {
            return try transaction.people(list, of: owner, page)
        }
        return try transaction.people(list, of: owner, page, where: "AND NOT \(isUnknownChild)")
    }

    /// Follows a person immediately, or sends a request if they approve followers.
    func follow(_ followee: Person.ID, notifications: Bool?) throws -> FollowOutcome {
        if let edge = try connection.edge(from: viewer.id, to: followee) {
            if let notifications, notifications != edge.notifications {
                // The followee must not learn of this.
                try connection.setNotifications(notifications, from: viewer.id, to: followee)
                try transaction.log(.changedFollowing, followee.uuid)
            }
            return .following(try transaction.person(followee))
        }
        guard try !connection.approvesFollowers(followee) else {
            return .requested(try requestToFollow(followee))
        }
        try connection.connect(viewer.id, to: followee, notifications: notifications ?? false, at: now)
        try logFollowing(of: followee)
        return .following(try transaction.person(followee))
    }

    /// Logs that the viewer now follows the person. A person who is not a friend does not learn of a child.
    func logFollowing(of followee: Person.ID) throws {
        let isHidden = try viewer.isChild && connection.edge(from: viewer.id, to: followee)?.isMutual != true
        try transaction.log(isHidden ? .changedHiddenFollowing : .followed, concerning: followee)
    }

    /// Sends a follow request, or returns the open one.
    private func requestToFollow(_ followee: Person.ID) throws -> ConnectionRequest {
        if let open = try connection.openRequest(from: viewer.id, to: followee, .follow, at: now) {
            return try presenting(open.id)
        }
        return try presenting(try createRequest(to: followee, .follow, message: nil))
    }
}
