import Dispatch
import Foundation

/// Turns terminal echo off until ``end()`` is called, or ^C ends the program.
final class HiddenInput {
    private let source: any DispatchSourceSignal
    private let settings: termios

    init() {
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        self.settings = settings
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            Self.apply(settings)
            // `exit` would wait for the read of standard input that is still in progress.
            _exit(Failure.Status.interrupted.rawValue)
        }
        // A ^C before the source is registered would be lost.
        let isListening = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isListening.signal() }
        source.resume()
        isListening.wait()
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        Self.apply(silent)
    }

    func end() {
        Self.apply(settings)
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }

    private static func apply(_ settings: termios) {
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        if settings.c_lflag & tcflag_t(ECHO) != 0 { Console.note("") }
    }
}
