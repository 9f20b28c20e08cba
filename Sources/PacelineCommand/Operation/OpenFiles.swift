import Foundation

/// How many files and connections this process may have open at once.
enum OpenFiles {
    /// Raises the limit as far as the system allows: every stream is a connection, and many systems begin at 1,024.
    static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        // Where the system refuses, the server runs with what it has.
        _ = setrlimit(resource, &limit)
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}
