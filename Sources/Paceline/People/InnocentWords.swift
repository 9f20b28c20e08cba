/// Words, names and places that hold an offensive stem by accident. What lies inside one of them is excused.
enum InnocentWords {
    static let lexicon = Lexicon(
        """
        akshit amshit ashita craghead darshit dikshit eshita europhil harshit ipshit ishita kaffirlime kshitij
        neurophil nishit oshita pussycat pussywillow rikshit rishit scunthorpe shiitake shitai shitake shitara
        shitian snigger swanker swanking ushita
        """)
}
