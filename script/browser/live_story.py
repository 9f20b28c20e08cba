import datetime

from playwright.sync_api import expect

from community import URL, call, publish, sign_up, token, open_pages


def live(browser, scripted):
    """Actions of one person update the pages that the other has open: friends, board, bell, inbox and group."""
    if not scripted:
        return
    mia, noa = open_pages(browser, 2, scripted)
    sign_up(mia, "mia_live", "Mia")
    sign_up(noa, "noa_live", "Noa")
    shows_request(mia)
    updates_board(mia)
    updates_bell(mia)
    loses_group(mia)


def shows_request(mia):
    """A new request shows a button that loads it."""
    mia.goto(f"{URL}/friends")
    request = call("POST", "/v1/requests", {"to": "@mia_live", "kind": "friend"}, token("noa_live"))
    expect(mia.get_by_role("link", name="1 unread notification")).to_be_visible()
    expect(mia.locator("#request-badge")).to_be_visible()
    mia.get_by_role("button", name="Show updates").click()
    expect(mia.locator("#connections")).to_contain_text("wants to be friends")
    call("POST", f"/v1/requests/{request['id']}/accept", None, token("mia_live"))
    expect(mia.locator("#request-badge")).to_be_hidden()


def updates_board(mia):
    """The board updates without losing the focus, the opened row or the scroll position."""
    publish_score("mia_live", "wordle", 4)
    mia.goto(f"{URL}/games?scope=friends")
    mia.locator("#place-mia_live summary").click()
    mia.locator("#place-mia_live a").focus()
    before = mia.evaluate("scrollY")
    publish_score("noa_live", "wordle", 2)
    expect(mia.locator("#rows .place").first).to_contain_text("Noa")
    expect(mia.locator("#announcer")).to_contain_text("The leaderboard has changed.")
    expect(mia.locator("#place-mia_live a")).to_be_focused()
    expect(mia.locator("#place-mia_live li")).to_be_visible()
    assert mia.evaluate("scrollY") == before
    delete_score("noa_live", "wordle")
    expect(mia.locator("#rows .place")).to_have_count(1)


def updates_bell(mia):
    """The bell counts new notifications on every page; the inbox shows a button that loads them."""
    workout = publish("mia_live", "Steady row")
    mia.goto(f"{URL}/settings")
    unread = int(mia.locator("#bell").get_attribute("data-unread"))
    call("PUT", f"/v1/items/{workout}/kudos", {"big": False}, token("noa_live"))
    expect(mia.locator("#bell .count")).to_have_text(f"{unread + 1}")
    expect(mia.locator("#announcer")).to_contain_text("unread notification")

    mia.goto(f"{URL}/notifications")
    expect(mia.locator("#bell .count")).to_have_count(0)
    call("POST", f"/v1/items/{workout}/comments", {"text": "Smooth"}, token("noa_live"))
    mia.get_by_role("button", name="Show new notifications").click()
    expect(mia.locator("#inbox li").first).to_contain_text("Smooth")
    expect(mia.locator("#bell .count")).to_have_count(0)


def score(username, game):
    return f"/v1/scores/{game}/{datetime.date.today():%Y%m%d}", token(username)


def publish_score(username, game, attempts):
    path, secret = score(username, game)
    call("PUT", path, {"score": attempts, "isCompleted": True}, secret)


def delete_score(username, game):
    path, secret = score(username, game)
    call("DELETE", path, None, secret)


def loses_group(mia):
    """A removed member sees a message in place of the group's board."""
    group = call("POST", "/v1/groups", {"title": "Harbour"}, token("noa_live"))["id"]
    call("PUT", f"/v1/groups/{group}/invitations/@mia_live", None, token("noa_live"))
    call("POST", f"/v1/groups/{group}/accept", None, token("mia_live"))
    mia.goto(f"{URL}/games?scope=group:{group}")
    call("DELETE", f"/v1/groups/{group}/members/@mia_live", None, token("noa_live"))
    expect(mia.get_by_role("heading", name="You are no longer in this group")).to_be_focused()
    expect(mia.locator("#rows")).to_have_count(0)

