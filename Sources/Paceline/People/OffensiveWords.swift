/// Finds words that usernames may not contain.
enum OffensiveWords {
    /// Whether the name contains one of the ``stems``, or one of the ``words`` as a whole word.
    static func isOffensive(_ name: Skeleton) -> Bool {
        name.letters.indices.contains { place in
            matchesWord(at: place, in: name) || matchesStem(at: place, in: name)
        }
    }

    /// Whether one of the ``words`` starts here and fills whole parts of the name: `big_ass` and `a_s_s`, not `brass`.
    private static func matchesWord(at place: Int, in name: Skeleton) -> Bool {
        name.starts & (1 << place) != 0 && words.ends(from: place, in: name.letters) & name.ends != 0
    }

    /// Whether one of the ``stems`` starts here, outside innocent words.
    private static func matchesStem(at place: Int, in name: Skeleton) -> Bool {
        let found = stems.ends(from: place, in: name.letters)
        guard found != 0 else { return false }
        let ends = found & ~ends(ofInnocentsAround: place, in: name)
        guard ends != 0 else { return false }
        if name.starts & (1 << place) != 0 { return true }
        // Across an underscore, a stem counts only from the start of a part: `shi_t`, not `was_hit`.
        let nextStart = (name.starts >> (place + 1)).trailingZeroBitCount + place + 1
        return ends & upTo(nextStart) != 0
    }

    /// The ends that innocent words around a place excuse.
    private static func ends(ofInnocentsAround place: Int, in name: Skeleton) -> UInt64 {
        var excused: UInt64 = 0
        for start in 0...place {
            let ends = InnocentWords.lexicon.ends(from: start, in: name.letters)
            if ends != 0 { excused |= upTo(63 - ends.leadingZeroBitCount) }
        }
        return excused & ~upTo(place)
    }

    /// Bits 0 to `last`.
    private static func upTo(_ last: Int) -> UInt64 { last >= 63 ? .max : (1 << (last + 1)) - 1 }
}

extension OffensiveWords {
    /// Offensive anywhere in a name.
    static let stems = Lexicon(
        "\(sexual) \(insults) \(slurs) \(violence) \(otherLanguages)", tolerance: .lenient)

    /// Offensive as a whole word, innocent within longer words and names.
    static let words = Lexicon(
        """
        amk anal anus arsch arse arses ass asses ballgag bastard bdsm beaner beaners blyat boner boob boobs
        bufter bufty butt cazzo chinga chingada chingado chingar chink chinks chinky chuj cialis cipa cissie
        cissy clit clits cock cocks cona coon coons crap cuck cucks culo cum cumming cums cunt darkey darkie
        darkies darky ddlg dick dicks dildo dildos domme dommes dyke dykes edgeplay fag fagot fags fap fdp
        felch felching fellating feltch fick ficken ficker figging fingered fingering fisted fisting fitta
        foder frottage frotting fuk gandu genital genitals goatse gook gookie gooks gooky grope groped groper
        hoe hoes homo honkey honky hooker hookers horny humping huora hure huy incest intercourse jap japs jebi
        jigger jizz joder juggs kike kikes kkk knobbing ku kunt kunts kurac kurba kut kyke kys lesbo lesbos
        leso lezzie lezzies mdlb merda merde milf minchia muschi nambla nazi nazis negro niga niggs nimpho
        nipple ntm nude nudes nudity nutte nutten nympho orgy paedo paedos paki pakis panties panty pecker pedo
        pedos pegging penis picka pija pikey pikeys pinga piss pissed pisses pissing pizda poof poofs poofter
        poon porn porra prick pube pubes puta putas pute puto quim rape raped raper rapes raping rapist rapists
        rectum retard retards rimming scat schwanz semen sex sexo sexy shibari shitty shotacon sissy skank slag
        slags slut sluts spastic spic spick spicks spics spunk strapon suck sucks suka tgirl tit tits titten
        titties titty topless tosser trannie trannies tranny tribadism tribbing turd twat twats twink twinks
        verga viagra vittu voyeur vulva wank wanks wigger wog wop xxx yid
        """)

    private static let sexual = """
        1man1jar 2girls1cup acrotomophil algophil analsex anilingus apotemnophil arsehole arselick assfuck
        assfucker asshole assholes asslick assmunch asswipe autoerotic ballsack bangbros bangbus bastards
        beanflick beastiality beestiality bestiality bigboobs bigcock bigdick bigtits blackcock blowjob blowme
        bluewaffle blumpkin bollocks bukkake bulldyke bumboy bumchum bumdriller bumrider bumrobber bunghole
        buttboy buttfuck butthole buttplug buttrider buttrobber cameltoe camgirl camslut camwhore carpetmuncher
        childporn cholerophil circlejerk clitoris clunge clusterfuck cockhead cocksuck coimetrophil coprolagnia
        coprophil creampie cumshot cumslut cunilingus cunnilingus cuntboy cybersex deepthroat dendrophil
        dickgirl dickhead dicksuck dishabiliophil doggiestyle doggystyle dolcett dominatrix dystychiphil
        ejaculat electroplay emetophil erotica fellatio femdom fingerbang footjob fudgepack futanari gangbang
        genitorture gerontophil goatcx gokkun goregasm handjob hardcoresex hentai hippophil homoerotic jackoff
        jailbait jerkmate jerkoff kinbaku kittypunch kynophil ladyboy lemonparty literotica livesex lovemaking
        masturbat meatspin menophil milfhunter motherfuck mrhands muffdiv necrophil nimphoman nipples nymphoman
        omorashi onemanonejar onlyfans orgasm painslut parthenophil peterpuffer phagophil phonesex phuck
        pissflap pisshead pisspig pnigerophil pnigophil poinephil poontang poopchute popchute pornhub porno
        pornstar proctophil prostitut punani punany pussies pussy queaf queef redtube rhabdophil rhypophil
        rimjob ringraider scatophil schlong scissoring seplophil sexcam sexslave sexting shemale shlong slutty
        snuffporn sodomi sodomy splooge spooge strappado suckmy suckmydick taphephil thanatophil threesome
        throating thumbzilla titfuck titsandass titwank traumatophil tubgirl twogirlsonecup upskirt urophil
        vagina vajayjay vibrator vorarephil voyeurweb wanker wankers wanking whore wolfbag worldsex xhamster
        xnxx xtube xvideos xyrophil youporn zippocat zoophil
        """

    private static let insults = """
        apeshit batshit bellend biatch biotch bitch bitchass bitches bullshit bulshit chickenshit cocksucker
        crackwhore cunts dipshit douchebag dumbass fatass fuck fucktard fuckwhit fuckwit fukk fvck horseshit
        jackass lardass muthafuck numbnut pisstake shit shitfac shithead shitty shyte slutbag smartass
        sonofabitch stupidass sumofabitch tosspot twatwaffle twunt wankstain
        """

    private static let slurs = """
        battyboi battyboy bonesmuggler brownpiper buddhahead bulldagger cameljockey cameljockies chinaman
        chingchong coonass currymuncher dooncoon dothead fagbomb fagget faggit faggot faggy gaysian golliwog
        gypo jewboy jigaboo jiggaboo jiggerboo jungebunny junglebunny kaffir kafir lesbofuck lezbo nigga niggah
        niggaz nigger niggr nigguh niglet nignog nlgger oklahomo petrolsniff pickaninny porchmonkey pussypunch
        raghead ragheads retarded sandnigger slanteye spearchuck spicboy timbernigger towelhead untermensch
        wetback whitepower whitepride whitetrash zipperhead
        """

    private static let violence = """
        alqaeda auschwitz childmolest daterape dateraper ethniccleans gestapo heilhitler hitler killjews
        killyourself kuklux molester neonazi paedobear paedophil pedobear pedofil pedophil schoolshoot siegheil
        swastika whitesuprem
        """

    private static let otherLanguages = """
        aminakoy arrombado arschgeige arschloch behenchod bhenchod bhosdi bhosdike blyad bougnoul buceta cabron
        caonima caralho cazzo chingatumadre chujek chutiya coglion connard connasse culiao drecksau encule
        enculer filhadaputa filhodaputa fittor flikker fotze fotzen frocio gilipollas godverdomme gotveren
        hijodeputa hijoputa horunge huesos hurensohn javlar jebac jebany jebem jebote kanake kankerhoer
        klootzak knulla kosomak kurvin kurwa kurwy kutwijf madarchod maricon mierda missgeburt mudak nahui
        nahuy niquetamere orospu pendej pickamaterina pidaras pidor pierdol pinchepu pizdec putain putangina
        putein puttana randwa salopard salope schlampe schwuchtel sharmouta sharmuta siktir skurwiel skurwysyn
        spierdal stronz tapette tyfushoer vaffanculo vaitomar viadinho vitunu wichser yarrak yebat youpin
        zalupa zoccola
        """
}

/// Words, names and places that contain an offensive stem by accident.
enum InnocentWords {
    static let lexicon = Lexicon(
        """
        akshit amshit ashita craghead darshit dikshit eshita europhil harshit ipshit ishita kaffirlime kshitij
        neurophil nishit oshita pussycat pussywillow rikshit rishit scunthorpe shiitake shitai shitake shitara
        shitian snigger swanker swanking ushita
        """)
}
