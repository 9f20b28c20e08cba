import PacelineDatabase

/// Every step of the schema, oldest first. A step that has been released is never changed: a new one follows it.
enum Schema {
    static let migrations = [
        Migration("people", people),
        Migration("graph", graph),
        Migration("workouts and feed", workoutsAndFeed),
        Migration("reactions", reactions),
        Migration("stats", stats),
        Migration("log", log),
        Migration("groups", groups),
        Migration("scores", scores),
        Migration("limits", limits),
        Migration("seasons", seasons),
        Migration("notifications", notifications),
        Migration("sync", sync),
        Migration("retention", retention),
        Migration("weekly goals", weeklyGoals),
        Migration("listeners", listeners),
        Migration("log names", logNames),
        Migration("kudos by item only", kudosByItemOnly),
        Migration("no lowest range", noLowestRange),
        Migration("log by order", logByOrder),
        Migration("few kudos are counted", fewKudosAreCounted),
        Migration("standings refer to nobody", standingsReferToNobody),
        Migration("boards have numbers", boardsHaveNumbers),
        Migration("activity from the log", activityFromLog),
        Migration("counts have one number", countsHaveOneNumber),
        Migration("parked events", parkedEvents),
    ]
}
