import PacelineLocal
import SwiftUI

/// A person: who they are, their totals, and what the viewer can do.
struct ProfileScreen: View {
    @State private var profile: ProfileStore

    init(_ profile: ProfileStore) { _profile = State(initialValue: profile) }

    var body: some View {
        Form {
            if let person = profile.person {
                Section {
                    Text(person.displayName).font(.title)
                    Text("@\(person.username)")
                    if let bio = person.bio { Text(bio) }
                    Text("\(person.friendCount) friends")
                }
                if let stats = person.stats {
                    LabeledContent("Workouts", value: "\(stats.workouts)")
                    LabeledContent("Streak", value: "\(stats.currentStreak) days")
                }
                actions(for: person)
            } else if case .failed(let error) = profile.phase {
                Text(error.message)
            }
        }
        .task { await profile.refresh() }
        .refreshable { await profile.refresh() }
        .problemAlert(of: profile)
    }

    @ViewBuilder private func actions(for person: Person) -> some View {
        switch person.relationship {
        case .friends: Button("Unfriend", role: .destructive) { Task { try await profile.unfriend() } }
        case .notFriends, .following, .followedBy, .requestSentToMe:
            Button("Add friend") { Task { try await profile.addFriend() } }
        case .requestSentByMe: Text("Request sent")
        case .blockedByMe: Button("Unblock") { Task { try await profile.unblock() } }
        case .me, nil: EmptyView()
        }
    }
}
