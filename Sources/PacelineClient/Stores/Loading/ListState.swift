import Observation
import Paceline

/// The state of a store that reads a list in pages.
@MainActor @Observable
final class ListState<Row: StoreRow, Summary: Sendable> {
    typealias Content = ListContent<Row, Summary>
    /// One page of the service. More than one may be read at a time.
    typealias Load = @Sendable (PageRequest) async throws -> (Page<Row>, Summary)

    let state: StoreState<Content>
    private(set) var isLoadingMore = false
    private let pageSize: Int
    private let loadPage: Load

    /// A refresh reads as many rows as are shown, so that the person keeps their place, up to this number.
    static var keptRows: Int { 200 }

    /// - Parameter subjectNotFound: see ``StoreState/init(subjectNotFound:)``.
    init(pageSize: Int, subjectNotFound: SocialError.Code? = nil, load: @escaping Load) {
        state = StoreState(subjectNotFound: subjectNotFound)
        self.pageSize = min(max(pageSize, PageRequest.limits.lowerBound), PageRequest.limits.upperBound)
        loadPage = load
    }

    var items: [Row] { state.shown?.rows ?? [] }
    var hasMore: Bool { state.shown?.next != nil }

    func item(_ id: Row.ID) -> Row? where Row: Identifiable { items.first { $0.id == id } }

    func refresh() async {
        await state.refresh { try await self.loadKeptRows() }
    }

    private func loadKeptRows() async throws -> Content {
        var content = try await page(from: nil, limit: wantedRows)
        while let cursor = content.next, content.rows.count < wantedRows {
            let page = try await page(from: cursor, limit: wantedRows - content.rows.count)
            content.append(Page(items: page.rows, next: page.next))
            if page.rows.isEmpty { break }
        }
        return content
    }

    /// More may be shown at the end of a refresh than at its beginning.
    private var wantedRows: Int { min(max(items.count, pageSize), Self.keptRows) }

    private func page(from cursor: Cursor?, limit: Int) async throws -> Content {
        let request = PageRequest(limit: min(limit, PageRequest.limits.upperBound), cursor: cursor)
        let (page, summary) = try await loadPage(request)
        return Content(page, summary)
    }

    func loadMore() async {
        guard !isLoadingMore else { return }
        isLoadingMore = true
        defer { isLoadingMore = false }
        guard state.shown != nil else { return await refresh() }
        // A refresh may replace the rows, and with them the place where the next page begins.
        while let cursor = state.shown?.next, !Task.isCancelled {
            let isDone = await state.extend {
                try await self.page(from: cursor, limit: self.pageSize)
            } adding: { page, content in
                content.append(Page(items: page.rows, next: page.next))
            }
            if isDone { return }
        }
    }
}
