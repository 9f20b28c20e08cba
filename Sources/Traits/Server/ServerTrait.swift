// PacelineServer builds on this module, which is compiled first. In a module that misses Hummingbird the compiler would stop at
// the import, before it comes to an `#error`.
#if !Server
    #error("PacelineServer needs the trait Server: .package(url: …, from: …, traits: [\"Server\"])")
#endif
