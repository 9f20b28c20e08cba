import PacelineLocal
import SwiftUI

/// Friends, received requests, and adding a friend by code.
struct FriendsScreen: View {
    @Environment(SocialModel.self) private var model
    @State private var code = ""
    @State private var link: FriendCodeLink?

    var body: some View {
        StoreList(store: model.friends, empty: "Add a friend by their code.") {
            Section("Your code") {
                Text(link?.code ?? "Shown when you are online")
                if let link { ShareLink(item: link.url) }
            }
            Section("Add a friend") {
                TextField("Code", text: $code).autocorrectionDisabled()
                Button("Send request") {
                    Task {
                        try await model.requests.send(RequestDraft(to: .code(code)))
                        code = ""
                    }
                }
                .disabled(code.isEmpty)
            }
            Section("Requests") {
                ForEach(model.requests.items) { request in
                    HStack {
                        Text(request.from.displayName)
                        Spacer()
                        Button("Accept") { Task { try await model.requests.accept(request.id) } }
                        Button("Decline") { Task { try await model.requests.decline(request.id) } }
                    }
                    .buttonStyle(.bordered)
                }
            }
            Section("Friends") {
                ForEach(model.friends.items) { friend in
                    NavigationLink(friend.displayName) {
                        ProfileScreen(ProfileStore(model.services, of: .id(friend.id)))
                    }
                    .swipeActions {
                        Button("Unfriend") { Task { try await model.friends.unfriend(friend.id) } }
                    }
                }
            }
        }
        .navigationTitle("Friends")
        .problemAlert(of: model.requests)
        .task { link = try? await model.services.friendCode() }
    }
}
