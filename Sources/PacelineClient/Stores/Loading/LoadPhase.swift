import Paceline

/// What a screen shows of a store.
///
/// ```swift
/// switch feed.phase {
/// case .idle, .loading: showSpinner()
/// case .loaded: show(feed.items)
/// case .empty: showInviteButton()
/// case .failed(let error): show(error.message)
/// }
/// ```
///
/// A store that has something to show keeps showing it while it reads again, and when that fails: see
/// ``ObservableStore/isStale`` and ``ObservableStore/problem``.
public enum LoadPhase: Sendable, Equatable {
    /// Nothing was read yet, or reading was cancelled before there was anything to show.
    case idle
    /// The first read runs, or another one after a failure.
    case loading
    /// There is something to show.
    case loaded
    /// The service answered that there is nothing.
    case empty
    /// There is nothing to show because reading failed. The error's ``SocialError/message`` is worded for people.
    case failed(SocialError)
}
