import datetime
import re

from playwright.sync_api import expect

from community import URL, befriend, call, open_pages, publish, sign_in, sign_up, sign_up_through_api, token
from staff import grant, operate


def experience(browser, scripted):
    """Workouts become XP, a level, badges and a place on a board, which all follow when one is hidden. XP pays for a
    reward, which the operator refunds. A workout that looks impossible waits for a moderator, and for another one after
    an appeal."""
    suffix = "js" if scripted else "plain"
    greta, otto, mara, noor = open_pages(browser, 4, scripted)
    sign_up(greta, f"greta_{suffix}", f"Greta {suffix}")
    sign_up(otto, f"otto_{suffix}", f"Otto {suffix}")
    befriend(f"greta_{suffix}", f"otto_{suffix}")
    earlier, workout = [run(f"greta_{suffix}", 80, 10, days_ago) for days_ago in (2, 1)]
    follow(greta, workout)
    redeem(greta)
    refund(greta, f"greta_{suffix}")
    hide(greta, otto, f"greta_{suffix}", workout, earlier)
    for name, page in {"mara": mara, "noor": noor}.items():
        grant(f"{name}_{suffix}", "moderator", sign_up_through_api(f"{name}_{suffix}", f"{name.title()} {suffix}"))
        sign_in(page, f"{name}_{suffix}")
        page.wait_for_url(f"{URL}/")
    review(greta, mara, noor, run(f"greta_{suffix}", 30, 0.5))
    compete(greta, suffix)


def run(username, kilometres, hours, days_ago=0):
    """Publishes a run, and returns its id."""
    start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=days_ago, hours=hours + 1)
    return publish(username, "Long run", type="running", startedAt=f"{start:%Y-%m-%dT%H:%M:%SZ}",
                   duration=hours * 3_600, distance=kilometres * 1_000, detail={})


def follow(page, workout):
    """Goes from a workout to the XP, level and badges of its owner, and to its place on a board."""
    page.goto(f"{URL}/workouts/{workout}")
    page.locator(".award summary").click()
    award = page.locator(".award")
    expect(award).to_contain_text("Distance 80 km × 57")
    award.get_by_role("link", name="XP and level").click()
    expect(page.get_by_role("heading", name="Level 6")).to_be_visible()
    expect(page.locator("#ledger")).to_contain_text("+5,160 XP")
    # The other run may be in the week before.
    places = (("Badges", "#earned", "Marathon"), ("Leaderboard", ".ranking", re.compile("(5,160|10,320) XP")))
    for link, place, content in places:
        page.goto(f"{URL}/workouts/{workout}")
        page.locator(".award summary").click()
        award.get_by_role("link", name=link, exact=True).click()
        expect(page.locator(place)).to_contain_text(content)


def redeem(page):
    """Redeems a reward, and shows its code."""
    page.goto(f"{URL}/experience")
    page.get_by_role("link", name="Rewards").click()
    page.get_by_role("link", name="Redeem A day at the sauna?").click()
    expect(page.get_by_text("You will have 2,320 XP left to spend.")).to_be_visible()
    page.get_by_role("button", name="Redeem").click()
    expect(page.get_by_role("status").first).to_contain_text("Redeemed.")
    page.get_by_role("button", name="Show the code").click()
    expect(page.locator(".code-letters")).to_contain_text("SAUNA-")
    expect(page.get_by_role("button", name="Refund")).to_have_count(0)


def refund(page, username):
    """Refunds what was redeemed, as the operator."""
    redeemed = call("GET", "/v1/me/redemptions", None, token(username))["items"][0]["id"]
    operate("admin", "rewards", "refund", redeemed)
    page.reload()
    expect(page.get_by_text("Refunded")).to_be_visible()
    expect(page.locator(".code-letters")).to_have_count(0)
    page.get_by_role("link", name="Rewards").click()
    expect(page.get_by_text("10,320 XP to spend")).to_be_visible()


def hide(owner, friend, username, latest, earlier):
    """Hides one workout after the other, and checks what the friend sees of the XP, level, badges and board."""
    for workout, seen in ((None, "10,320 XP"), (latest, "5,160 XP"), (earlier, None)):
        if workout:
            owner.goto(f"{URL}/workouts/{workout}")
            owner.get_by_label("Visible to").select_option("private")
            if owner.get_by_role("button", name="Change").is_visible():
                owner.get_by_role("button", name="Change").click()
            expect(owner.locator(".award")).to_contain_text("Only you see this workout")
        friend.goto(f"{URL}/@{username}")
        expect(friend.get_by_text(re.compile("^Level [0-9]"))).to_have_count(1)
        expect(friend.get_by_text(re.compile("^Level [0-9]"))).to_contain_text(seen or "Level 1")
        expect(friend.locator(".medals").get_by_text("Marathon", exact=True)).to_have_count(1 if seen else 0)
        friend.goto(f"{URL}/games?scope=friends&range=all&metric=xp")
        row = friend.locator(".ranking li", has=friend.locator(f"a[href='/@{username}']"))
        expect(row).to_have_count(1 if seen else 0)
        if seen:
            expect(row).to_contain_text(seen)


def review(owner, moderator, other, workout):
    """Has a workout excluded by a moderator, and approved by another one after an appeal."""
    owner.goto(f"{URL}/workouts/{workout}")
    for state, heading, page, choice, reason in (
            ("Held", "This workout doesn’t count yet", moderator, "Exclude", "No one runs that fast."),
            ("Appealed", "Appealed", other, "Approve", "It was a relay.")):
        expect(owner.get_by_role("heading", name=heading)).to_be_visible()
        page.goto(f"{URL}/moderation/workouts")
        page.get_by_role("link", name=state, exact=True).click()
        case = page.locator(f"#case-{workout}")
        case.get_by_label("Reason").fill(reason)
        case.get_by_role("button", name=choice).click()
        expect(page.get_by_role("status").first).to_contain_text("Decided.")
        owner.reload()
        expect(owner.get_by_text(f"The moderator’s reason: {reason}")).to_be_visible()
        if state == "Held":
            owner.get_by_role("button", name="Appeal").click()
    expect(owner.get_by_role("heading", name="Approved")).to_be_visible()
    expect(owner.locator(".award summary")).to_contain_text("1,740 XP")


def compete(page, suffix):
    """Creates a tournament in a new group, and sees its results so far."""
    page.goto(f"{URL}/groups")
    page.get_by_label("Name", exact=True).fill(f"Runners {suffix}")
    page.get_by_role("button", name="Create group").click()
    page.get_by_role("link", name="Seasons").click()
    page.get_by_label("Title").fill("Winter sprint")
    page.get_by_label("Rank by").select_option("xp")
    today = datetime.datetime.now(datetime.timezone.utc).date()
    page.get_by_label("First day").fill(f"{today}")
    page.get_by_label("Last day").fill(f"{today + datetime.timedelta(days=6)}")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("status").first).to_contain_text("Tournament created.")
    expect(page.get_by_role("heading", name="Winter sprint")).to_be_visible()
    expect(page.get_by_text("Results so far.")).to_be_visible()
    expect(page.get_by_role("link", name="Cancel tournament")).to_be_visible()
