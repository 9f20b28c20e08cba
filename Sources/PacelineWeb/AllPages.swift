import Paceline

extension Pages {
    /// The whole site on one screen: each address, who may see it, and what answers there.
    mutating func addAll() {
        addPeople()
        addGraph()
        addWorkoutsAndReactions()
    }

    private mutating func addPeople() {
        open(.get, "/", HomePages.show)
        open(.get, "/sign-in", SignInPages.showSignIn)
        open(.post, "/sign-in", telling: .credentials, SignInPages.signIn)
        open(.post, "/sign-in/device", telling: .credentials, SignInPages.signInByDevice)
        open(.get, "/sign-up", SignInPages.showSignUp)
        open(.post, "/sign-up", telling: .credentials, SignInPages.signUp)
        account(.post, "/sign-out", SignInPages.signOut)
        account(.post, "/sign-out/everywhere", SignInPages.signOutEverywhere)
        account(.get, "/welcome", WelcomePages.show)
        account(.post, "/welcome", WelcomePages.choose)
        open(.get, "/usernames", WelcomePages.availability)
        member(.get, "/{person}", PersonPages.show)
        member(.get, "/{person}/friends", PersonPages.friends)
        member(.get, "/{person}/followers", PersonPages.followers)
        member(.get, "/{person}/following", PersonPages.following)
        member(.get, "/people/{id}/avatar", PersonPages.avatar)
        member(.get, "/people/{id}/banner", PersonPages.banner)
    }

    private mutating func addGraph() {
        member(.get, "/friends", FriendsPages.showFriends)
        member(.get, "/friends/followers", FriendsPages.showFollowers)
        member(.get, "/friends/following", FriendsPages.showFollowing)
        member(.get, "/friends/find", FindPages.show)
        member(.post, "/friends/add", telling: .code, FindPages.addByCode)
        member(.get, "/friends/code.svg", FindPages.codePicture)
        member(.post, "/friends/code/reset", FindPages.resetCode)
        member(.get, "/add/{code}", FindPages.showCode)
        member(.post, "/requests/{id}/accept", GraphActions.accept)
        member(.post, "/requests/{id}/reject", GraphActions.reject)
        member(.post, "/requests/{id}/cancel", GraphActions.cancel)
        member(.post, "/{person}/request", GraphActions.request)
        member(.post, "/{person}/follow", GraphActions.follow)
        member(.post, "/{person}/unfollow", GraphActions.unfollow)
        member(.post, "/{person}/mute", GraphActions.mute)
        member(.post, "/{person}/unmute", GraphActions.unmute)
        member(.get, "/{person}/unfriend", GraphActions.confirmUnfriending)
        member(.post, "/{person}/unfriend", GraphActions.unfriend)
        member(.get, "/{person}/block", GraphActions.confirmBlocking)
        member(.post, "/{person}/block", GraphActions.block)
        member(.post, "/{person}/unblock", GraphActions.unblock)
        member(.post, "/{person}/remove-follower", GraphActions.removeFollower)
    }

    private mutating func addWorkoutsAndReactions() {
        member(.get, "/workouts/add", EditPages.showNew)
        member(.post, "/workouts/add", taking: EditPages.largestForm, EditPages.add)
        member(.get, "/workouts/{id}/edit", EditPages.showEdit)
        member(.post, "/workouts/{id}/edit", taking: EditPages.largestForm, EditPages.edit)
        member(.get, "/workouts/{id}", ItemPages.showWorkout)
        member(.get, "/workouts/{id}/photo", WorkoutPages.photo)
        member(.post, "/workouts/{id}/visibility", WorkoutPages.changeVisibility)
        member(.get, "/workouts/{id}/delete", WorkoutPages.confirmDeletion)
        member(.post, "/workouts/{id}/delete", WorkoutPages.delete)
        member(.get, "/items/{id}", ItemPages.showItem)
        member(.post, "/items/{id}/kudos", KudosPages.change)
        member(.post, "/items/{id}/comments", CommentPages.add)
        member(.post, "/comments/{id}/edit", CommentPages.edit)
        member(.get, "/comments/{id}/delete", CommentPages.confirmDeletion)
        member(.post, "/comments/{id}/delete", CommentPages.delete)
        member(.post, "/comments/{id}/heart", CommentPages.changeHeart)
    }
}
