#if canImport(Glibc)
    import CMalloc
#endif

/// Memory that was let go of and that the process still holds.
enum UnusedMemory {
    /// Gives it back to the system. Starting needs some two megabytes that serving does not.
    static func giveBack() {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}
