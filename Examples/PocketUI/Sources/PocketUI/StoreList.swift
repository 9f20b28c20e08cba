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

/// What waits, and whether there is a connection. Nothing while the device is up to date.
struct StatusLine: View {
    @Environment(SocialModel.self) private var model

    var body: some View {
        if let status = model.status, status.waiting > 0 || status.refused > 0 || isOffline {
            Text("\(isOffline ? "Offline · " : "")\(status.waiting) waiting · \(status.refused) refused")
                .font(.footnote).padding(6).frame(maxWidth: .infinity).background(.bar)
        }
    }

    private var isOffline: Bool {
        if case .offline = model.status?.phase { true } else { false }
    }
}
