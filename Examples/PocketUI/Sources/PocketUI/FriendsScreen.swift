import PacelineLocal
import SwiftUI

/// Friends, received requests, and adding a friend by code.
struct FriendsScreen: View {
    @Environment(SocialModel.self) private var model
    @State private var code = ""
    @State private var link: FriendCodeLink?

    var body: some View {
        StoreList(model.friends, empty: "Add a friend by their code.") {
            Section("Your code") {
                if let link, let url = URL(string: link.url) {
                    ShareLink(item: url) { Text(link.code).monospaced() }
                } else {
                    Text("Shown when you are online")
                }
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
            if !model.requests.items.isEmpty {
                Section("Requests") {
                    ForEach(model.requests.items) { request in RequestRow(request: request) }
                }
            }
            Section("Friends") {
                ForEach(model.friends.items) { friend in
                    NavigationLink(friend.displayName) {
                        ProfileScreen(ProfileStore(model.services, of: .id(friend.id)))
                    }
                    .swipeActions {
                        Button("Unfriend", role: .destructive) {
                            Task { try await model.friends.unfriend(friend.id) }
                        }
                    }
                }
            }
        }
        .navigationTitle("Friends")
        .problemAlert(of: model.requests)
        .task { link = try? await model.services.friendCode() }
    }
}

private struct RequestRow: View {
    let request: ConnectionRequest
    @Environment(SocialModel.self) private var model

    var body: some View {
        HStack {
            VStack(alignment: .leading) {
                Text(request.from.displayName)
                if let message = request.message { Text(message).font(.caption) }
            }
            Spacer()
            Button("Accept") { Task { try await model.requests.accept(request.id) } }
            Button("Decline", role: .destructive) { Task { try await model.requests.decline(request.id) } }
        }
        .buttonStyle(.bordered)
    }
}
