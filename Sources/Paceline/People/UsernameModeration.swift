extension UsernamePolicy {
    /// Whether a name is reserved: a role, the product, or a path of the API or web app.
    ///
    /// Detects look-alikes (`adm1n`, `a_d_m_i_n`, `supp0rt`). Roles are reserved with a number or a companion word too
    /// (`admin_2`, `paceline_team`); `badminton` is available.
    public func isReserved(_ username: String) -> Bool {
        let name = Skeleton(username)
        if ReservedNames.places.contains(name) || ReservedNames.impersonatesAuthority(name) { return true }
        let withoutNumber = Skeleton(username, numberLength: 1)
        return withoutNumber != name
            && (ReservedNames.hosts.contains(withoutNumber)
                || ReservedNames.impersonatesAuthority(withoutNumber))
    }

    /// Whether a name may offend.
    ///
    /// Detects the same look-alikes. Finds the strongest words anywhere in a name, except inside innocent ones
    /// (`scunthorpe`), and ambiguous words only as whole words.
    public func isInappropriate(_ username: String) -> Bool {
        // A single trailing digit is a counter, and three or more are a year or the like: in `ana_1` and `colin1994`
        // digits do not stand for letters.
        let name = Skeleton(username, numberLength: 3)
        let withoutNumber = Skeleton(username, numberLength: 1)
        return OffensiveWords.isOffensive(name)
            || withoutNumber != name && OffensiveWords.isOffensive(withoutNumber)
    }
}
