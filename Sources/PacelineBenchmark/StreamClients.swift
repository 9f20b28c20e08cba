import Foundation

/// Many event streams of a local server, read by one thread to keep the clients' cost low.
final class StreamClients {
    private let sockets: [Int32]

    /// Opens a stream for each token and waits for each stream's first event.
    init(_ address: String, tokens: [String]) throws {
        var opened: [Int32] = []
        // In batches, since further connections would only queue.
        for start in stride(from: 0, to: tokens.count, by: 200) {
            let some = try tokens[start..<min(start + 200, tokens.count)].map { token in
                let socket = try Self.connect(to: address)
                try Self.send(
                    "GET /v1/stream HTTP/1.1\r\nHost: benchmark\r\nAuthorization: Bearer \(token)\r\n\r\n",
                    to: socket)
                return socket
            }
            opened += some
            _ = try Self.arrivals(of: "id: ", at: some)
        }
        sockets = opened
    }

    func close() {
        for socket in sockets { Glibc.close(socket) }
    }

    /// Waits until each stream has received the text. Returns the instants in order of arrival.
    func arrivals(of text: String) throws -> [ContinuousClock.Instant] {
        try Self.arrivals(of: text, at: sockets)
    }

    /// Raises the limit on open files to the maximum, for this process and its children.
    static func raiseFileLimit() throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw failure("read the limit on open files")
        }
        limit.rlim_cur = limit.rlim_max
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw failure("raise the limit on open files")
        }
    }

    private static func arrivals(of text: String, at sockets: [Int32]) throws -> [ContinuousClock.Instant] {
        var waiting = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var received: [Int32: [UInt8]] = [:]
        var arrivals: [ContinuousClock.Instant] = []
        while !waiting.isEmpty {
            guard poll(&waiting, nfds_t(waiting.count), 30_000) > 0 else {
                throw failure("receive “\(text)”")
            }
            let now = ContinuousClock.now
            for ready in waiting where ready.revents != 0 {
                received[ready.fd, default: []] += try read(from: ready.fd)
            }
            waiting.removeAll { entry in
                guard entry.revents != 0, let bytes = received[entry.fd],
                    String(decoding: bytes, as: UTF8.self).contains(text)
                else { return false }
                arrivals.append(now)
                return true
            }
        }
        return arrivals
    }

    fileprivate static func connect(to address: String) throws -> Int32 {
        guard let port = URL(string: address)?.port else { throw failure("find the port in \(address)") }
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(port).bigEndian
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard socket >= 0, result == 0 else { throw failure("connect") }
        return socket
    }

    fileprivate static func send(_ text: String, to socket: Int32) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { throw failure("send") }
            rest = rest.dropFirst(sent)
        }
    }

    fileprivate static func read(from socket: Int32) throws -> [UInt8] {
        try Array(unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = recv(socket, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else { throw failure("read") }
        }
    }

    private static func failure(_ what: String) -> BenchmarkFailure {
        BenchmarkFailure("Could not \(what): \(String(cString: strerror(errno)))")
    }

    /// A connection that sends requests one after another.
    final class Request {
        private let socket: Int32

        init(_ address: String) throws {
            socket = try StreamClients.connect(to: address)
        }

        /// Sends a `PUT` request and waits for its response.
        func put(_ path: String, _ body: String, token: String) throws {
            try StreamClients.send(
                "PUT \(path) HTTP/1.1\r\nHost: benchmark\r\nAuthorization: Bearer \(token)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
                to: socket)
            let response = String(decoding: try StreamClients.read(from: socket), as: UTF8.self)
            guard response.hasPrefix("HTTP/1.1 201") else {
                throw BenchmarkFailure("Not published: \(response)")
            }
        }

        func close() {
            Glibc.close(socket)
        }
    }
}
