/// What a child's account shows to whom, for parents who decide whether their child may join.
enum ChildrenPages {
    static func show(_ request: WebRequest) async throws -> PageResponse {
        .page(
            "People/children", title: request.localizer("children.title"),
            ["isVisitor": .flag(request.user == nil)])
    }
}
