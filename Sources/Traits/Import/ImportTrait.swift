// PacelineImport builds on this module, which is compiled first. In a module that misses SwiftCSV the compiler would stop at
// the import, before it comes to an `#error`.
#if !Import
    #error("PacelineImport needs the trait Import: .package(url: …, from: …, traits: [\"Import\"])")
#endif
