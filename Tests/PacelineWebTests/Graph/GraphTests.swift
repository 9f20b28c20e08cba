import Paceline
import Testing

@Suite("Friends and profiles") struct GraphTests {
    @Test("Each relationship has the right buttons")
    func relationships() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            let buttons = { (page: Browser.Shown) in
                page.text.matches(of: /<button class="small[^"]*" aria-label="[^"]*">([^<]*)</).map {
                    String($0.1)
                }
            }
            #expect(buttons(try await ana.open("/@ben")) == ["Add friend", "Follow"])
            try await ana.submit("/@ben/follow")
            #expect(buttons(try await ana.open("/@ben")) == ["Add friend", "Unfollow"])
            #expect(buttons(try await ben.open("/@ana")) == ["Add friend", "Follow back"])
            try await ana.submit("/@ben/unfollow")
            try await ana.submit("/@ben/request")
            #expect(buttons(try await ana.open("/@ben")) == ["Cancel request"])
            let asked = try await ben.open("/@ana")
            #expect(buttons(asked) == ["Accept", "Decline"])
            let accept = try #require(asked.text.firstMatch(of: /action="(\/requests\/[^"]*\/accept)"/)).1
            try await ben.submit(String(accept))
            #expect(buttons(try await ana.open("/@ben")) == [])
            #expect(try await ana.open("/@ben/unfriend").text.contains("posts for friends"))
            try await ana.submit("/@ben/unfriend")
            _ = try await site.session("ben").update(AccountChanges(privacyLevel: .private), ifMatch: nil)
            let hidden = try await ana.open("/@ben").text
            #expect(hidden.contains("class=\"card empty\"") && !hidden.contains("id=\"workouts\""))
            try await ana.submit("/@ben/block")
            #expect(buttons(try await ana.open("/@ben")) == ["Unblock"])
            #expect(try await ben.open("/@ana").status == 404)
        }
    }

    @Test("A friend can be added by code, and a wrong code shows an error next to its field")
    func codes() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let code = try await site.session("ben").friendCode().code
            let link = try await ana.open("/add/\(code)")
            #expect(link.text.contains(code) && link.text.contains("@ben"))
            #expect(try await ana.submit("/friends/add", ["code": code]).location == "/@ben")
            let wrong = try await ana.submit("/friends/add", ["code": "222222"])
            #expect(wrong.status == 404 || wrong.status == 422)
            #expect(wrong.text.contains("No one has this code."))
            #expect(try await ana.open("/friends").text.contains("Sent requests"))
            let own = try await site.session("ana").friendCode().code
            #expect(try await ana.open("/add/\(own)").location == "/friends/find")
            let picture = try await ana.open("/friends/code.svg")
            #expect(picture.headers[.contentType] == "image/svg+xml" && picture.text.contains("<svg"))
        }
    }

    @Test("Requests and invitations beyond the first page are behind a link")
    func furtherPages() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let session = try await site.session("ana")
            let crew = try await session.createGroup(title: "Crew")
            let names = (1...32).map { "mate\($0)" }
            for name in names {
                _ = try await site.member(name)
                let request = try await session.request(RequestDraft(to: .person(.username(name))))
                _ = try await site.session(name).accept(request.id)
            }
            let friends = try await ana.people(from: "/groups/\(crew.id)/invite", in: "friends")
            #expect(friends.sorted() == names.sorted())
            for name in names {
                try await session.invite(.username(name), to: crew.id)
                try await session.unfriend(.username(name))
                _ = try await session.request(RequestDraft(to: .person(.username(name))))
            }
            let invited = try await ana.people(from: "/groups/\(crew.id)/invite", in: "waiting")
            #expect(invited.sorted() == names.sorted())
            let asked = try await ana.people(from: "/friends", in: "sent")
            #expect(asked.sorted() == names.sorted())
        }
    }

    @Test("A friend link with an unknown or replaced code says so")
    func brokenLink() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let replaced = try await site.session("ben").friendCode().code
            _ = try await site.session("ben").resetFriendCode()
            try await site.session("ben").block(.username("ana"))
            let hidden = try await site.session("ben").friendCode().code
            for code in ["222222", replaced, hidden, "zz"] {
                let page = try await ana.open("/add/\(code)")
                #expect(page.status == 404)
                #expect(page.text.contains("The code may have been replaced or mistyped."), "\(code)")
                #expect(
                    page.text.contains("This link no longer works") && !page.text.contains("/friends/add"))
            }
        }
    }

    @Test("A rejected request names its kind")
    func rejectedRequest() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            _ = try await site.session("ben").update(AccountChanges(privacyLevel: .friends), ifMatch: nil)
            _ = try await site.session("ben").update(SettingsChanges(allowFriendRequests: false))
            let friend = try await ana.submit("/@ben/request", ["return": "/friends/find"])
            #expect(friend.text.contains("accept friend requests") && !friend.text.contains("invitations"))
            let follow = try await ana.submit("/@ben/follow", ["return": "/friends/find"])
            #expect(follow.text.contains("accept follow requests"))
        }
    }

    @Test("Requests that would be refused are not offered, and the pages say so")
    func refusedRequests() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for name in ["ben", "cleo"] {
                _ = try await site.member(name)
                _ = try await site.session(name).update(SettingsChanges(allowFriendRequests: false))
            }
            _ = try await site.session("ben").update(AccountChanges(privacyLevel: .friends), ifMatch: nil)
            for path in ["/@ben", "/friends/find?q=ben", "/@cleo", "/friends/find?q=cleo"] {
                let page = try await ana.open(path).text
                #expect(page.contains("Takes no requests") && !page.contains("/request\""), "\(path)")
                // Public profiles have followers without a request.
                #expect(page.contains("/follow\"") == path.contains("cleo"), "\(path)")
            }
            let profile = try await ana.open("/@ben").text
            #expect(profile.contains("This person takes no requests."))
            #expect(!profile.contains("Send a friend request"))
            let code = try await site.session("ben").friendCode().code
            for path in ["/@ben/request", "/add/\(code)"] {
                let page = try await ana.open(path)
                #expect(page.status == 200 && page.text.contains("ben takes no requests"), "\(path)")
                #expect(!page.text.contains("Send request"), "\(path)")
            }
            _ = try await site.session("ben").update(SettingsChanges(allowFriendRequests: true))
            #expect(try await ana.open("/@ben").text.contains("Send a friend request"))
            #expect(try await ana.open("/add/\(code)").text.contains("Send request"))
        }
    }

    @Test("Pages say that a request was sent, also after it was declined")
    func sentRequests() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            for name in ["ana", "ben"] {
                _ = try await site.session(name).update(AccountChanges(privacyLevel: .friends), ifMatch: nil)
            }
            let code = try await site.session("ben").friendCode().code
            let request = try await site.session("ana").request(RequestDraft(to: .person(.username("ben"))))
            #expect(try await ben.open("/@ana").text.contains("Accept the request to see workouts and more."))
            for isDeclined in [false, true] {
                if isDeclined { try await site.session("ben").decline(request.id) }
                let profile = try await ana.open("/@ben").text
                #expect(profile.contains("Cancel request") && profile.contains("is waiting for an answer"))
                #expect(!profile.contains("Send a friend request") && !profile.contains("/@ben/request"))
                for path in ["/@ben/request", "/add/\(code)"] {
                    #expect(try await ana.open(path).location == "/@ben", "\(path)")
                }
            }
        }
    }

    @Test("Pending requests are listed on the friends page")
    func requests() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            try await ana.submit("/@ben/request", ["return": "/friends/find"])
            let waiting = try await ben.open("/friends")
            #expect(waiting.text.contains("wants to be friends") && waiting.text.contains("new requests"))
            let decline = try #require(waiting.text.firstMatch(of: /action="(\/requests\/[^"]*\/decline)"/)).1
            #expect(try await ben.submit(String(decline), ["return": "/friends"]).location == "/friends")
            #expect(!(try await ben.open("/friends").text.contains("wants to be friends")))
            let sent = try await ana.open("/friends").text
            #expect(sent.contains("Friend request sent") && !sent.contains(">Request sent<"))
        }
    }

    @Test("People can be found by name, and a request can be accepted in the results")
    func search() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben", name: "Benedikt")
            #expect(try await ana.open("/friends/find?q=bene%20dikt").text.contains("0 people found"))
            #expect(try await ana.open("/friends/find?q=bened").text.contains("1 person found"))
            let back = await ana.filledIn["return"]
            #expect(back == "/friends/find?q=bened", "actions about a person keep the search")
            let followed = try await ana.submit("/@ben/follow", ["return": back ?? ""])
            #expect(followed.location == back)
            try await ana.submit("/@ben/unfollow")
            try await ben.submit("/@ana/request")
            let found = try await ana.open("/friends/find?q=bened").text
            let accept = try #require(found.firstMatch(of: /action="(\/requests\/[^"]*\/accept)"/)).1
            #expect(try await ana.open("/@ben").text.contains(accept))
            #expect(try await ben.open("/friends/find?q=ana").text.contains("/cancel\""))
            #expect(try await ana.submit(String(accept), ["return": back ?? ""]).location == back)
            #expect(try await ana.open("/friends/find?q=bened").text.contains("Friends</span>"))
            #expect(try await ana.open("/friends/find?q=zzz").text.contains("We found no one"))
        }
    }

    @Test("A request can include a message, and one that is too long shows an error and is kept")
    func message() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben", name: "Ben")
            #expect(try await ana.open("/@ben").text.contains("/@ben/request"))
            #expect(try await ana.open("/@ben/request").text.contains("Friend request to Ben"))
            let long = String(repeating: "word ", count: 60)
            let rejected = try await ana.submit("/@ben/request", ["message": long])
            #expect(rejected.status == 422 && rejected.text.contains("word word word"))
            #expect(rejected.text.firstMatch(of: /id="error-message">[^<]/) != nil)
            let sent = try await ana.submit("/@ben/request", ["message": "From the <b>club</b>"])
            #expect(sent.location == "/@ben")
            #expect(try await ben.open("/friends").text.contains("From the &lt;b&gt;club&lt;/b&gt;"))
        }
    }

    @Test("Followers can be followed back and removed in the list")
    func followers() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben", name: "Ben")
            _ = try await site.session("ben").follow(.username("ana"), notifications: nil)
            let list = try await ana.open("/friends/followers")
            #expect(list.text.contains("Follow Ben back") && list.text.contains("Remove Ben as a follower"))
            #expect(try await ana.open("/@ben").text.contains("Remove follower"))
            let removed = try await ana.submit("/@ben/remove-follower", ["return": "/friends/followers"])
            #expect(removed.location == "/friends/followers")
            #expect(try await ana.open("/friends/followers").text.contains("No followers yet"))
        }
    }

    @Test("In metrics, declining, blocking and muting share one label")
    func privateOperations() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let draft = RequestDraft(to: .person(.username("ana")))
            let request = try await site.session("ben").request(draft)
            let before = Self.operations(in: try await site.metrics())
            #expect(try await ana.submit("/requests/\(request.id)/decline").status == 303)
            for path in ["/@ben/mute", "/@ben/block"] {
                #expect(try await ana.open(path).status == 200)
                #expect(try await ana.submit(path).status == 303)
            }
            for path in ["/@ben/unblock", "/@ben/unmute"] {
                #expect(try await ana.submit(path).status == 303)
            }
            let metrics = try await site.metrics()
            #expect(Self.operations(in: metrics).subtracting(before) == ["private", "metrics"])
            #expect(metrics.contains("paceline_requests_total{operation=\"private\",status=\"200\"} 2\n"))
            #expect(metrics.contains("paceline_requests_total{operation=\"private\",status=\"303\"} 5\n"))
        }
    }

    private static func operations(in metrics: String) -> Set<String> {
        Set(metrics.matches(of: /operation="([^"]*)"/).map { String($0.1) })
    }

    @Test("Replacing a friend code requires confirmation")
    func newCode() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let code = try await site.session("ana").friendCode().code
            #expect(try await ana.open("/friends/code/reset").text.contains("Create a new friend code?"))
            #expect(try await site.session("ana").friendCode().code == code)
            try await ana.submit("/friends/code/reset")
            #expect(try await site.session("ana").friendCode().code != code)
        }
    }
}

extension Browser {
    /// Returns the usernames in a card, on the page at the path and on those that the card's links lead to.
    fileprivate func people(from path: String, in card: String) async throws -> [String] {
        var (next, names): (String?, [String]) = (path, [])
        while let path = next {
            let section = try await open(path).text.components(separatedBy: "<section ")
                .first { $0.contains("id=\"\(card)-title\"") }
            let shown = try #require(section)
            names += shown.matches(of: /<a href="\/@([a-z0-9]+)"/).map { String($0.1) }
            let link = shown.firstMatch(of: /href="([^"#]*)#[^"]*" rel="next"/)
            next = link.map { String($0.1).replacing("&amp;", with: "&") }
        }
        return names
    }
}
