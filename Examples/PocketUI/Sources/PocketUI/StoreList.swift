import PacelineLocal
import SwiftUI

/// The list of a store: its rows or what its phase says, further pages, pull to refresh, and problems in an alert.
struct StoreList<Store: PagedStore, Rows: View>: View {
    let store: Store
    let emptyText: String
    @ViewBuilder let rows: Rows
    @Environment(SocialModel.self) private var model

    init(_ store: Store, empty emptyText: String, @ViewBuilder rows: () -> Rows) {
        self.store = store
        self.emptyText = emptyText
        self.rows = rows()
    }

    var body: some View {
        List {
            rows
            if store.hasMore { ProgressView().task { await store.loadMore() } }
        }
        .overlay { placeholder }
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
        case .empty: ContentUnavailableView(emptyText, systemImage: "tray")
        case .failed(let error): ContentUnavailableView(error.message, systemImage: "exclamationmark.triangle")
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

/// What waits, and whether there is a connection. Nothing while the device is up to date.
struct StatusLine: View {
    @Environment(SocialModel.self) private var model

    var body: some View {
        if let text { Text(text).font(.footnote).padding(6).frame(maxWidth: .infinity).background(.bar) }
    }

    private var text: String? {
        guard let status = model.status else { return nil }
        return switch status.phase {
        case .offline where status.waiting > 0: "Offline · \(status.waiting) waiting"
        case .offline: "Offline"
        case .stopped(let error): error.message
        case .syncing, .synced: status.refused > 0 ? "\(status.refused) changes were refused" : nil
        }
    }
}
