import re

from playwright.sync_api import expect

from community import URL, sign_in
from layout_shifts import watch_layout_shifts


# How far below the menus the first row of a board begins on a phone, at most, in pixels.
MOST_ABOVE = 300


def swipe(browser, scripted):
    """Switches between the games of a board by swiping and with the keyboard."""
    if not scripted:
        return
    phone = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = watch_layout_shifts(phone).new_page()
    sign_in(page, "demi", "paceline-demo")
    expect(page).to_have_url(f"{URL}/")
    page.goto(f"{URL}/games?scope=friends&range=all")
    title = page.locator("#board-title")
    games = page.locator(".games a span:last-child").all_inner_texts()
    expect(title).to_have_text(games[0])

    drag(page, -180, 10)
    expect(title).to_have_text(games[1])
    expect(page.locator("#announcer")).to_contain_text(games[1])
    drag(page, -180, -20)
    expect(title).to_have_text(games[2])
    drag(page, 180, 10)
    expect(title).to_have_text(games[1])
    page.go_back()
    expect(title).to_have_text(games[2])
    # A short movement or a vertical scroll is not a swipe.
    drag(page, -40, 0)
    drag(page, -80, 160)
    expect(title).to_have_text(games[2])

    shows_placeholder(page, games[3], games[2])
    expect(title).to_have_text(games[2])
    page.get_by_role("link", name=games[3]).last.focus()
    page.keyboard.press("Enter")
    expect(title).to_have_text(games[3])
    expect(page.locator("[data-swipe-to=next]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(title).to_have_text(games[4])
    page.keyboard.press("Shift+Tab")
    expect(page.locator("[data-swipe-to=back]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(title).to_have_text(games[3])
    chooses_from_menus(page)
    phone.close()


def chooses_from_menus(page):
    """On a phone, menus replace the links, so that the first screen shows the best."""
    page.locator("#board-title").click()
    page.locator("select[name=metric]").select_option("workouts")
    expect(page).to_have_url(re.compile("metric=workouts"))
    expect(page.locator(".filters").first).to_be_hidden()
    expect_first_row(page)
    page.locator("#board-title").click()
    page.locator("select[name=metric]").select_option("points")
    expect(page.locator("select[name=game]")).to_be_visible()
    expect_first_row(page)


def expect_first_row(page):
    """An invitation above the menus may move both down."""
    row, menus = page.locator("#rows .place").first.bounding_box(), page.locator(".menus").bounding_box()
    assert row["y"] - menus["y"] < MOST_ABOVE, "the first row of a board is too low"


def shows_placeholder(page, first, second):
    """A slow board shows a placeholder, and the last game chosen wins even if its response arrives first. Only wider
    screens have links to all games."""
    page.set_viewport_size({"width": 600, "height": 740})
    delayed = []
    page.route("**/games?*", lambda route: delayed.append(route))
    board = page.locator("#standing")
    page.locator(".games a", has_text=first).click()
    expect(board).to_have_attribute("aria-busy", "true")
    expect(page.locator("#rows")).not_to_be_visible()
    page.locator(".games a", has_text=second).click()
    while len(delayed) < 2:
        page.wait_for_timeout(20)
    for route in reversed(delayed):
        route.continue_()
    page.unroute("**/games?*")
    expect(page.locator("#rows")).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})


def drag(page, dx, dy):
    """Moves a finger over the board, with the events of a touchscreen."""
    board = page.locator("#standing")
    board.evaluate("part => part.scrollIntoView({ block: 'start' })")
    box = board.bounding_box()
    x, y = 180 - dx / 2, box["y"] + min(box["height"], 300) / 2
    session = page.context.new_cdp_session(page)
    send = lambda kind, points: session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    send("touchStart", [{"x": x, "y": y}])
    for step in (0.25, 0.5, 0.75, 1):
        send("touchMove", [{"x": x + dx * step, "y": y + dy * step}])
    send("touchEnd", [])
    session.detach()
