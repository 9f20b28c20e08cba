import datetime
import re

from playwright.sync_api import expect

from community import URL, befriend, call, open_pages, publish, sign_up, token
from layout import CARDS, cards_on_screen


def feed(browser, scripted):
    """Someone reads a long feed, opens an item, comes back to their place, and narrows the feed to a group."""
    suffix = "js" if scripted else "plain"
    rosa, *others = open_pages(browser, 3, scripted)
    sign_up(rosa, f"rosa_{suffix}", f"Rosa {suffix}")
    for page, name in zip(others, ["saul", "tess"]):
        sign_up(page, f"{name}_{suffix}", f"{name.title()} {suffix}")
        befriend(f"rosa_{suffix}", f"{name}_{suffix}")
    for number in range(30):
        publish(f"saul_{suffix}", f"Saul row {number}")
    workout = publish(f"tess_{suffix}", "Tess row")
    sees_the_feed_at_once(rosa)
    for game in ["wordle", "connections", "strands", "quordle", "framed", "queens", "tango"]:
        score(f"tess_{suffix}", game)
    reads_puzzles(rosa)
    gives_kudos(rosa, others[0], workout, suffix)
    if scripted:
        comes_back(rosa)
    filters_by_group(rosa, suffix, scripted)


def sees_the_feed_at_once(page):
    """On a laptop, the checklist of a new member is beside the feed. On a phone, it is a row above."""
    size = page.viewport_size
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(URL)
    checklist, first = page.get_by_role("region", name="Getting started"), page.locator("#feed > article").first
    expect(checklist).to_be_in_viewport()
    cards = cards_on_screen(page)
    assert cards >= CARDS["wide"][0], f"{cards} cards beside the checklist"
    assert checklist.bounding_box()["x"] > first.bounding_box()["x"] + first.bounding_box()["width"]
    suggestions = page.locator(".week-side section:not(.checklist) h2").all_inner_texts()
    assert suggestions, "there must be suggestions beside the feed"
    page.set_viewport_size({"width": 360, "height": 740})
    row = page.locator("details", has_text="Getting started")
    assert row.bounding_box()["y"] < first.bounding_box()["y"], "the checklist must be above the feed on phones"
    assert first.bounding_box()["y"] < 450, "the feed must begin on the first screen of a phone"
    row.locator("summary").click()
    expect(row.get_by_role("button", name="Hide in this browser")).to_be_visible()
    expect(row.get_by_role("heading", level=2)).to_have_text(suggestions)
    page.set_viewport_size(size)


def reads_puzzles(page):
    """One card holds a person's puzzles of a day, and opens to show all of them."""
    page.goto(URL)
    card = page.locator(".puzzles")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("7 puzzles")
    expect(page.locator("#feed .day").first).to_have_text(re.compile("Today|[Yy]esterday"))
    card.get_by_text("3 more puzzles").click()
    expect(card.get_by_role("link", name="Wordle")).to_be_visible()


def gives_kudos(rosa, saul, workout, suffix):
    """A card shows the reader's kudos and names others'. One's own item has a link instead of a button."""
    call("PUT", f"/v1/items/{workout}/kudos", {"big": False}, token(f"rosa_{suffix}"))
    rosa.goto(URL)
    card = rosa.locator(f"#item-{workout}")
    expect(card.get_by_role("button", name="1 kudos")).to_have_attribute("aria-pressed", "true")
    saul.goto(URL)
    own = saul.locator("#feed > article").first
    call("PUT", f"/v1/items/{own.get_attribute('id').removeprefix('item-')}/kudos", {"big": False}, token(f"rosa_{suffix}"))
    saul.goto(URL)
    expect(own.get_by_role("link", name="1 kudos")).to_be_visible()
    expect(own.locator(".givers")).to_contain_text("Rosa")
    expect(own.get_by_role("button")).to_have_count(0)


def comes_back(page):
    """Coming back from an item restores what was loaded, and the place."""
    page.goto(URL)
    cards = page.locator("#feed > article")
    page.mouse.wheel(0, 100_000)
    last = cards.filter(has=page.get_by_role("link", name="Saul row 14", exact=True))
    expect(last).to_be_visible()
    last.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    last.get_by_role("link", name="Saul row 14", exact=True).click()
    expect(page.locator("h1")).to_have_text("Saul row 14")
    page.go_back()
    expect(last).to_be_in_viewport()
    page.wait_for_function("(before) => Math.abs(scrollY - before) < 200", arg=before)


def filters_by_group(page, suffix, scripted):
    """The feed of a group holds only its members' items, and the address says so."""
    group = call("POST", "/v1/groups", {"title": f"Crew {suffix}"}, token(f"rosa_{suffix}"))["id"]
    code = call("POST", f"/v1/groups/{group}/invite", None, token(f"rosa_{suffix}"))["code"]
    call("POST", "/v1/groups/join", {"code": code}, token(f"tess_{suffix}"))
    page.goto(URL)
    page.get_by_label("Filter by person or group").select_option(label=f"Crew {suffix}")
    if not scripted:
        page.get_by_role("button", name="Apply").click()
    page.wait_for_url(lambda url: "whose=group" in url)
    expect(page.locator("article:not(.earnings)").get_by_role("link", name="Tess row", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Saul row 0", exact=True)).to_have_count(0)


def score(username, game):
    """Publishes a score of today through the API."""
    today = datetime.datetime.now(datetime.timezone.utc).date()
    return call("PUT", f"/v1/scores/{game}/{today:%Y%m%d}", {"score": 1, "isCompleted": True}, token(username))
