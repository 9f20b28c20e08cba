// PacelineImport depends on this module, so it is compiled first. Without SwiftCSV, the compiler would stop at an import
// and never reach an `#error`.
#if !Import
    #error("PacelineImport needs the trait Import: .package(url: …, from: …, traits: [\"Import\"])")
#endif
