import PacelineLocal
import SwiftUI

/// The whole app: signing in, then the tabs.
public struct PocketRoot: View {
    private let server: URL
    @State private var model: SocialModel?
    @State private var problem: String?
    @State private var isAskingToDiscard = false

    /// - Parameter server: the server's base URL.
    public init(server: URL) { self.server = server }

    public var body: some View {
        Group {
            if let model {
                Tabs(signOut: { signOut(model) }).environment(model)
                    .sheet(isPresented: .constant(model.hasEnded)) {
                        VStack {
                            Text("Your session has ended. Sign in again to send what waits on this device.")
                            SignInForm(server: server) { saved in try await replace(model, with: saved) }
                            Button("Discard and sign out", role: .destructive) {
                                signOut(model, discarding: true)
                            }
                        }
                        .padding()
                    }
            } else {
                SignInForm(server: server) { saved in
                    try saved.write()
                    await open(saved)
                }
            }
        }
        .task { if model == nil, let saved = SavedSession.read() { await open(saved) } }
        .alert(problem ?? "", isPresented: Binding(get: { problem != nil }, set: { _ in problem = nil })) {}
        .alert("Some changes have not been sent yet.", isPresented: $isAskingToDiscard) {
            Button("Discard and sign out", role: .destructive) {
                if let model { signOut(model, discarding: true) }
            }
            Button("Cancel", role: .cancel) {}
        }
    }

    private func open(_ saved: SavedSession) async {
        do {
            model = try await SocialModel.open(saved, at: server)
        } catch {
            problem = error.localizedDescription
        }
    }

    /// Goes on with a new session of the same person: what waits on the device is sent with its token.
    private func replace(_ model: SocialModel, with saved: SavedSession) async throws {
        guard SavedSession.read()?.person == saved.person else {
            try await RemoteServer(url: server).session(token: saved.token).signOut()
            throw SocialError(.notAllowed, "Another person is signed in. Sign out first.")
        }
        try saved.write()
        try await model.session.close()
        self.model = nil
        await open(saved)
    }

    private func signOut(_ model: SocialModel, discarding isDiscarding: Bool = false) {
        Task {
            do {
                try await model.session.signOut(discarding: isDiscarding)
                SavedSession.remove()
                self.model = nil
            } catch let error as SocialError where error.code == .notAllowed {
                isAskingToDiscard = true
            } catch {
                problem = error.localizedDescription
            }
        }
    }
}

private struct Tabs: View {
    let signOut: () -> Void
    @Environment(SocialModel.self) private var model
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        TabView {
            Tab("Feed", systemImage: "figure.run") { NavigationStack { FeedScreen() } }
            Tab("Friends", systemImage: "person.2") { NavigationStack { FriendsScreen() } }
                .badge(model.requests.items.count)
            Tab("Boards", systemImage: "trophy") { NavigationStack { BoardScreen() } }
            Tab("Inbox", systemImage: "bell") { NavigationStack { InboxScreen() } }
                .badge(model.inbox.unreadCount)
            Tab("Me", systemImage: "person.circle") {
                ProfileScreen(ProfileStore(model.services)).safeAreaInset(edge: .bottom) {
                    Button("Sign out", action: signOut)
                }
            }
        }
        .task { await model.keepUpToDate() }
        .onChange(of: scenePhase) {
            if scenePhase == .active { Task { try await model.session.sync() } }
        }
    }
}

private struct SignInForm: View {
    let server: URL
    let done: (SavedSession) async throws -> Void
    @State private var username = ""
    @State private var password = ""
    @State private var problem: String?

    var body: some View {
        Form {
            TextField("Username", text: $username).textContentType(.username)
            SecureField("Password", text: $password).textContentType(.password)
            if let problem { Text(problem).foregroundStyle(.red) }
            Button("Sign in") { Task { await signIn() } }.disabled(username.isEmpty || password.isEmpty)
        }
    }

    private func signIn() async {
        do {
            let credential = Credential.password(username: username, password: password)
            let signedIn = try await RemoteServer(url: server).signIn(with: credential)
            try await done(SavedSession(token: signedIn.token, person: signedIn.person.id))
        } catch {
            problem = error.localizedDescription
        }
    }
}
