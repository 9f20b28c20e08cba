import PacelineAPI
import Testing

@Suite struct AcceptedMediaTests {
    @Test(arguments: [
        (nil, "a/x"), ("*/*", "a/x"), ("b/y", "b/y"), ("B/Y", "b/y"), ("c/z", "c/z"), ("c/*", "c/z"),
        ("a/x;q=0.5, b/y", "b/y"), ("a/x;q=0.5,b/y;q=0.4", "a/x"), ("b/y;level=1;q=0.9, */*;q=0.1", "b/y"),
        ("a/x;q=0, */*", "b/y"), ("text/html", "a/x"), ("", "a/x"), (";;,=,q=1", "a/x"),
        ("a/x;q=nonsense, b/y;q=0.9", "a/x"), ("*/*;q=0", "a/x"),
    ])
    func `of several media the one that is liked best is sent`(header: String?, expected: String) {
        #expect(AcceptedMedia(header).best(of: ["a/x", "b/y", "c/z"]) == expected)
    }
}
