import PacelineLocal
import SwiftUI

/// The list of a store: its rows or what its phase says, further pages, pull to refresh, and problems in an alert.
struct StoreList<Store: PagedStore, Rows: View>: View {
    let store: Store
    let empty: String
    @ViewBuilder let rows: () -> Rows
    @Environment(SocialModel.self) private var model

    var body: some View {
        List {
            rows()
            // A row, since some screens have a form above the list.
            placeholder
            if store.hasMore { ProgressView().task { await store.loadMore() } }
        }
        .safeAreaInset(edge: .bottom) { StatusLine() }
        .task { await store.refresh() }
        .refreshable {
            // Without a connection, the status says so.
            _ = try? await model.session.sync()
            await store.refresh()
        }
        .problemAlert(of: store)
    }

    @ViewBuilder private var placeholder: some View {
        switch store.phase {
        case .idle, .loading: ProgressView()
        case .loaded: EmptyView()
        case .empty: ContentUnavailableView(empty, systemImage: "tray")
        case .failed(let error):
            ContentUnavailableView(error.message, systemImage: "exclamationmark.triangle")
        }
    }
}

extension View {
    /// Shows why the last read or verb of a store failed. So buttons need no error handling of their own.
    func problemAlert(of store: some ObservableStore) -> some View {
        alert(
            store.problem?.message ?? "",
            isPresented: Binding(get: { store.problem != nil }, set: { _ in store.problem = nil })
        ) {}
    }
}

/// What waits, and why it is not sent. Nothing while the device is up to date.
struct StatusLine: View {
    @Environment(SocialModel.self) private var model

    var body: some View {
        if let text = model.status?.line {
            Text(text).font(.footnote).padding(6).frame(maxWidth: .infinity).background(.bar)
        }
    }
}

extension SyncStatus {
    /// `Offline · 2 waiting`; nil if there is nothing to say.
    fileprivate var line: String? {
        var parts: [String] =
            switch phase {
            case .syncing, .synced: []
            case .offline: ["Offline"]
            case .stopped(let error): [error.message]
            }
        if waiting > 0 { parts.append("\(waiting) waiting") }
        if refused > 0 { parts.append("\(refused) refused") }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
