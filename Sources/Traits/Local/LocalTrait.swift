// PacelineLocal builds on this module, which is compiled first. In a module that misses GRDB the compiler would stop at
// the import, before it comes to an `#error`.
#if !Local
    #error("PacelineLocal needs the trait Local: .package(url: …, from: …, traits: [\"Local\"])")
#endif
