/// Usernames that are reserved: they would impersonate authority, or clash with a path.
enum ReservedNames {
    /// Whether the name consists only of ``authorities`` and ``companions``, with at least one authority.
    /// - Parameter others: the names of the community, which are authorities, too.
    static func impersonatesAuthority(_ name: Skeleton, besides others: Lexicon? = nil) -> Bool {
        // Bit i of `plain`: the first i letters are companions only. Bit i of `titled`: they include an authority.
        var (plain, titled): (UInt64, UInt64) = (1, 0)
        for place in name.letters.indices where (plain | titled) & (1 << place) != 0 {
            let titles =
                authorities.ends(from: place, in: name.letters)
                | (others?.ends(from: place, in: name.letters) ?? 0)
            let company = companions.ends(from: place, in: name.letters)
            if titled & (1 << place) != 0 { titled |= company }
            if plain & (1 << place) != 0 { plain |= company }
            titled |= titles
        }
        return titled & (1 << name.letters.count) != 0
    }

    /// Words for people who speak for the community, and words used for phishing.
    static let authorities = Lexicon(
        """
        abuse admin administrador administrateur administration administrator admins billing customercare
        customerservice fraud helpdesk hostmaster moderation moderator moderators mods noreply official
        officials offiziell oficial paceline pacelines passwordreset postmaster root rootuser safety security
        staff superadmin superuser support sysadmin sysadmins sysop system trustandsafety verification verified
        verify webmaster
        """, tolerance: .lenient)

    /// Words that, next to an authority, do not make a name personal.
    static let companions = Lexicon(
        """
        account app bot care center centre chat chief club coach community contact crew customer desk dev email
        global group help hq info line live mail main manager me message new news notice office online only
        page real room service services site social team tech the true user web world your
        """)

    /// Conventional host names, also with a number (`ns1`, `mail2`).
    static let hosts = Lexicon("cdn dns ftp imap mail mx ns pop smtp www")

    /// Paths of the API and the web app, and words with a conventional meaning on the web and in mail.
    static let places = Lexicon(
        """
        \(routes) \(pages) \(verbs) \(commerce) \(machines) \(placeholders)
        """)

    private static let routes = """
        about account accounts achievement achievements active activities activity api apis app apps assets
        auth authentication authorize avatar avatars batch block blocked blocks board boards challenge
        challenges code codes comment comments current discover events explore export feed feeds follow
        follower followers following friend friendcode friendrequest friendrequests friends game games goal
        goals group groups header headers health heart hearts home identities identity import inbox index
        invitation invitations invite invites item items join kudos leaderboard leaderboards league leagues
        level levels live login logout match matches me member members mention mentions message messages
        metrics milestone milestones mute muted mutes notification notifications oauth oauth2 openapi outbox
        page pages people person persons photo photos picture pictures privacy profile profiles push ranking
        rankings ready recent register registration report reports request requests reset score scores search
        season seasons session sessions settings setup share signin signout signup static stats status streak
        streaks stream streams suggested suggestion suggestions sync tag tags team teams template templates
        today token tokens tournament tournaments upload uploads user username usernames users version webhook
        webhooks widget widgets workout workouts xp
        """

    private static let pages = """
        aboutus ads advertise advertising affiliate affiliates alert alerts announcement announcements article
        articles blog blogs bookmark bookmarks calendar career careers categories category changelog channel
        channels chart charts chat community company contact contactus contest cookie cookies copyright
        dashboard developer developers discuss doc docs documentation download downloads editor error errors
        event example examples faq faqs favicon feature features feedback file files forum forums guest guide
        guidelines guides help icon icons image images info investor investors issues jobs landing legal
        library licence license licensing links lostpassword manual map maps marketing media mobile more news
        newsletter newsletters offer offers overview partner partners plans policies policy popular portal
        portfolio press preview previews pricing privacypolicy project projects public roadmap robots rss rules
        section sections service services site sitemap sites sponsors store stories survey terms termsofservice
        termsofuse testimonial testimonials theme themes tool tools topic topics tos tour training translations
        trending trends tutorial tutorials video videos welcome widgets wiki
        """

    private static let verbs = """
        accept access add archive ban begin browse cancel change clear close compare compose config
        configuration configure connect copy create customize delete deny destroy disable disconnect dislike
        downvote draft drop edit enable exit filter forgot forgotpassword get head hide insert install learn
        like load lock logoff logon merge modify move next options patch post preferences previous print
        publish put quit read redirect reduce refresh reject remove replies reply resetpassword response
        restore return returns review reviews run save script select send shift sort start stop subscribe
        translate unblock undo unfollow unlike unmute unsubscribe update upgrade upvote view views vote votes
        write
        """

    private static let commerce = """
        billings business buy campaign cart checkout client clients coupon coupons customer customers deal
        deals donate enterprise extensions invoice invoices marketplace order orders owner pay payment payments
        payout payouts paypal premium price prices product products promo purchase purchases refund refunds
        sale sales shipping shop shopping store stripe subscription subscriptions trial wallet
        """

    private static let machines = """
        ajax alpha amp analytics atom autoconfig autodiscover backup backups banner banners beta bot bots
        broadcasthost cache captcha cdn cgi cgibin cloud cms com count cpanel cron css daemon data database db
        debug default demo desc dev devops dns domain domainkey domains email emails exception false fonts form
        forms ftp git graphql host hosting hostname htaccess html htpasswd http httpd https imap img
        information internal isatap javascript js json keybase latest list lists local localdomain localhost
        log logs mail mailbox mailer mailerdaemon master monitor monitoring mysql net network node online
        openid origin owa panel passwd password passwords php ping pixel plugin plugins pop postfix postgres
        poweruser private prod production proxy python quota raw redis remote resource resources sandbox schema
        sdk secret secure server servers sftp shell smtp source sql sqlite ssh ssl ssladmin ssladministrator
        sslwebmaster stage staging stat statistics statuspage style styles stylesheet stylesheets subdomain
        subdomains sudo super svn sysop systems tablet telnet temp terminal test testing tests tls traffic true
        undefined url usenet uucp var void vpn web webapp webmail website websites websocket wellknown wpad
        wpadmin www xml zlib
        """

    private static let placeholders = """
        all anonymous any anybody anyone broadcast channel deleted deleteduser everybody everyone family here
        hidden invalid mis myself nan nil nobody noc none noreply null removed self somebody someone suspended
        unknown unnamed you yourname yourself yourusername
        """
}
