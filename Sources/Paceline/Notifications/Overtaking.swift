/// When somebody's new points bring them past another.
public enum Overtaking {
    /// Whether whoever now has `now` points, and had `before`, has passed somebody with `points`: who was above, or as
    /// high, and is below.
    public static func passes(_ points: Int, from before: Int, to now: Int) -> Bool {
        before <= points && points < now
    }
}
