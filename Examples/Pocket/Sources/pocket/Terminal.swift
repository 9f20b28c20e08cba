import Foundation

/// The whole terminal, for as long as a screen is shown: keys, signals, and lines to draw.
final class Terminal {
    enum Event {
        case key(Key)
        case redraw
        /// The program must end, because of a signal or the end of input.
        case ended(Int32)
    }

    enum Key: Equatable {
        case character(Character)
        case up, down, enter, escape, delete, interrupt
    }

    let events: AsyncStream<Event>
    private let event: AsyncStream<Event>.Continuation
    private let settings: TerminalSettings
    private var sources: [any DispatchSourceProtocol] = []

    /// Shows an empty screen.
    init() throws {
        guard let settings = TerminalSettings(), isatty(STDOUT_FILENO) == 1 else {
            throw Problem("The full screen needs a terminal.")
        }
        self.settings = settings
        (events, event) = AsyncStream.makeStream(of: Event.self)
        settings.beginRaw()
        // The alternate screen, without a cursor. Lines that are too long are cut.
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
        listen()
    }

    /// Shows what was there before.
    func restore() {
        for source in sources { source.cancel() }
        write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        settings.restore()
    }

    /// Asks for another drawing. Any thread may call it.
    nonisolated var redraw: @Sendable () -> Void { { [event] in event.yield(.redraw) } }

    var height: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }

    func draw(_ lines: [String]) {
        write("\u{1B}[H" + lines.map { "\($0)\u{1B}[0m\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    private func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    private func listen() {
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { [weak self] in self?.readKeys() }
        sources = [input]
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            let event = event
            source.setEventHandler { event.yield(number == SIGWINCH ? .redraw : .ended(number)) }
            sources.append(source)
        }
        for source in sources { source.resume() }
    }

    private func readKeys() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else {
            event.yield(.ended(SIGHUP))
            return
        }
        for key in Key.keys(in: String(decoding: bytes[..<count], as: UTF8.self)) { event.yield(.key(key)) }
    }
}

extension Terminal.Key {
    /// The keys in what the terminal sent.
    static func keys(in text: String) -> [Self] {
        switch text {
        case "\u{1B}[A", "\u{1B}OA": [.up]
        case "\u{1B}[B", "\u{1B}OB": [.down]
        // Another key that sends several characters.
        case _ where text.hasPrefix("\u{1B}") && text.count > 1: []
        default: text.map(key)
        }
    }

    private static func key(_ character: Character) -> Self {
        switch character {
        case "\r", "\n", "\r\n": .enter
        case "\u{1B}": .escape
        case "\u{7F}", "\u{8}": .delete
        case "\u{3}": .interrupt
        default: .character(character)
        }
    }
}
