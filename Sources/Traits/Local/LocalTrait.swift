// PacelineLocal depends on this module, so this `#error` is reported first. In PacelineLocal itself, the import of GRDB
// would fail before any `#error`.
#if !Local
    #error("PacelineLocal needs the trait Local: .package(url: …, from: …, traits: [\"Local\"])")
#endif
