import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import PacelineServer

/// Maps a method and a path to a page.
struct PageTable: Sendable {
    private let pages: [WebPage]

    init(_ pages: [WebPage]) {
        self.pages = pages
    }

    enum Match {
        case page(WebPage, parameters: [String: String])
        /// The path exists but takes other methods, listed as in `Allow`.
        case methodNotAllowed(String)
        case none

        /// The secret that the response could help to guess.
        var bucket: RateLimitBucket {
            if case .page(let page, _) = self { page.bucket } else { .general }
        }

        /// - Throws: ``PageRejection/methodNotAllowed(_:)``, or ``SocialError/Code/notFound``.
        func found() throws -> (WebPage, [String: String]) {
            switch self {
            case .page(let page, let parameters): return (page, parameters)
            case .methodNotAllowed(let allowed): throw PageRejection.methodNotAllowed(allowed)
            case .none: throw SocialError.pageNotFound
            }
        }
    }

    /// Finds the page. If several templates match, the most specific one wins.
    func match(_ method: HTTPRequest.Method, _ path: String) -> Match {
        guard !path.contains("//"), let segments = Self.segments(of: path) else { return .none }
        let found = pages.compactMap { page in page.parameters(in: segments).map { (page, $0) } }
        guard let most = found.map(\.0.path.literalCount).max() else { return .none }
        let best = found.filter { $0.0.path.literalCount == most }
        let wanted = method == .head ? .get : method
        guard let (page, parameters) = best.first(where: { $0.0.method == wanted }) else {
            return .methodNotAllowed(Self.allowed(by: best.map(\.0)))
        }
        return .page(page, parameters: parameters)
    }

    private static func segments(of path: String) -> [String]? {
        var segments: [String] = []
        for part in path.split(separator: "/") {
            guard let segment = try? PercentEncoding.decoded(part), !segment.contains("\0") else {
                return nil
            }
            segments.append(segment)
        }
        return segments
    }

    private static func allowed(by pages: [WebPage]) -> String {
        let methods = pages.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }
        return Set(methods).sorted().joined(separator: ", ")
    }
}

extension WebPage {
    /// The values of the parameters in the path; nil if it doesn't match.
    ///
    /// `person` includes the `@`, so that no path of the site clashes with a username.
    fileprivate func parameters(in path: [String]) -> [String: String]? {
        guard let parameters = self.path.parameters(in: path),
            parameters["person"].map({ $0.hasPrefix("@") }) ?? true
        else { return nil }
        return parameters
    }
}
