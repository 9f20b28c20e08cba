// PacelineLocal depends on this module, so it is compiled first. Without GRDB, the compiler would stop at an import
// and never reach an `#error`.
#if !Local
    #error("PacelineLocal needs the trait Local: .package(url: …, from: …, traits: [\"Local\"])")
#endif
