extension UsernamePolicy {
    /// Whether the name is kept for the community itself: a role, the product, or a place in the API and on the web.
    ///
    /// Look-alikes count as what they look like (`adm1n`, `a_d_m_i_n`, `supp0rt`). Names of authority count with
    /// a number behind them and in company too (`admin_2`, `paceline_team`); `badminton` is free.
    public func isReserved(_ username: String) -> Bool {
        let name = Skeleton(username)
        if ReservedNames.places.contains(name) || ReservedNames.impersonatesAuthority(name) { return true }
        let withoutNumber = Skeleton(username, numberLength: 1)
        return withoutNumber != name
            && (ReservedNames.hosts.contains(withoutNumber)
                || ReservedNames.impersonatesAuthority(withoutNumber))
    }

    /// Whether the name may offend.
    ///
    /// Looks through the same disguises. The strongest words are found anywhere in a name, except inside innocent
    /// ones (`scunthorpe`); words with an innocent life of their own only where they stand alone.
    public func isInappropriate(_ username: String) -> Bool {
        // One digit at the end counts, and three are a year or the like: `ana_1` and `colin1994` do not hold what
        // their digits resemble.
        let name = Skeleton(username, numberLength: 3)
        let withoutNumber = Skeleton(username, numberLength: 1)
        return OffensiveWords.isOffensive(name)
            || withoutNumber != name && OffensiveWords.isOffensive(withoutNumber)
    }
}
