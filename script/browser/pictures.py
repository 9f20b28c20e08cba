"""Takes a screenshot of every screen, light and dark, narrow and wide, and checks its accessibility."""
import datetime

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect

from community import LAST_DAY, URL, call, first_link, logbook, publish, sign_in, sign_up_through_api, token
from failures import failures
from keyboard import check_tab_order
from layout import check_bare_cards, check_density, check_line_breaks, check_puzzles, check_scroll_hints
from layout_shifts import watch_layout_shifts
from rejections import OF_MEMBERS, OF_VISITORS, capture_rejections, capture_strict
from staff import capture_moderation

SETTINGS = ["profile", "privacy", "notifications", "sign-in", "security", "blocked", "muted", "server"]
WIDTHS = {"narrow": (360, 740), "wide": (1280, 800)}
# The minimum of WCAG 1.4.10, which is 1280 px at 400 % zoom, and a tablet.
EXTRA_WIDTHS = (320, 800)
# The maximum height of a screenshot.
MAX_HEIGHT = 6_000
# The maximum number of bytes of a page before compression.
MAX_PAGE = 60_000
# Pictures that load when they come into view would be missing from a screenshot.
LOADED = """Promise.all([...document.images].map(image => {
    image.loading = "eager";
    return image.decode().catch(() => null);
}))"""
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
OVERSIZED = """[...document.images].filter(image => {
    const [inner, outer] = [image, image.parentElement].map(element => element.getBoundingClientRect());
    return inner.width > outer.width + 1 || inner.height > outer.height + 1;
}).map(image => image.outerHTML.slice(0, 120))"""
BROKEN_PICTURES = """[...document.images].filter(image => image.complete && !image.naturalWidth)
    .map(image => image.outerHTML.slice(0, 120))"""


def pictures(browser, folder, scheme, only_pictures):
    addresses = None
    if not only_pictures:
        # Before anything is published.
        for width in WIDTHS:
            check_density(context_of(browser, width, scheme), width, scheme)
    for width in WIDTHS:
        context = context_of(browser, width, scheme)
        page = watch_layout_shifts(context).new_page()
        for name, address in {"landing": "/", "sign-in": "/sign-in", "sign-up": "/sign-up", "style": "/style", "children": "/children", "recover-former": "/recover/former"}.items():
            page.goto(URL + address)
            if name == "style":
                page.locator("main .menu > summary").click()
            capture(page, folder, only_pictures, f"{name}-{width}-{scheme}")
            check_tabs(page, only_pictures, scheme, f"{name}-{width}")
        shoot = lambda name: capture(page, folder, only_pictures, f"{name}-{width}-{scheme}")
        capture_rejections(page, OF_VISITORS, shoot)
        sign_in(page, "demi", "wrong password")
        capture(page, folder, only_pictures, f"sign-in-rejected-{width}-{scheme}")
        page.get_by_role("button", name="Continue").click()
        capture(page, folder, only_pictures, f"welcome-{width}-{scheme}")
        capture_arriving(page, folder, only_pictures, width, scheme)
        context.clear_cookies()
        sign_in(page, "demi", "paceline-demo")
        addresses = addresses or screens(page)
        capture_import(page, folder, only_pictures, f"{width}-{scheme}")
        capture_results(page, folder, only_pictures, f"{width}-{scheme}", addresses)
        capture_opened(page, folder, only_pictures, f"{width}-{scheme}")
        capture_rejections(page, OF_MEMBERS, shoot)
        for name, address in addresses.items():
            page.goto(URL + address)
            capture(page, folder, only_pictures, f"{name}-{width}-{scheme}")
            check_tabs(page, only_pictures, scheme, f"{name}-{width}")
        if scheme == "light" and width == "wide" and not only_pictures:
            check_infinite_scroll(page)
        if not only_pictures:
            check_bare_cards(page, f"home-{width}-{scheme}")
        capture_moderation(page, shoot, f"moe_{width}")
        context.close()
        # The cookies of one server would replace those of the other.
        context = context_of(browser, width, scheme)
        page = watch_layout_shifts(context).new_page()
        capture_strict(page, shoot)
        context.close()


def context_of(browser, width, scheme):
    columns, rows = WIDTHS[width]
    return browser.new_context(
        viewport={"width": columns, "height": rows}, color_scheme=scheme, reduced_motion="reduce")


def capture(page, folder, only_pictures, name):
    """Takes a screenshot, and reports accessibility violations and horizontal scrolling."""
    size = page.viewport_size
    if not grow(page):
        failures.append(f"{name}: the end is missing in the picture")
    # An error focuses its field.
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(LOADED)
    take_screenshot(page, f"{folder}/{name}.png")
    for columns in (*EXTRA_WIDTHS, size["width"]):
        page.set_viewport_size({"width": columns, "height": size["height"]})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            failures.append(f"{name}: wider than a screen of {columns} px")
    # A picture that leaves its frame covers what is around it.
    for picture in page.evaluate(OVERSIZED):
        failures.append(f"{name}: larger than its frame: {picture}")
    for picture in page.evaluate(BROKEN_PICTURES):
        failures.append(f"{name}: broken picture: {picture}")
    if only_pictures:
        return
    size = page.evaluate("performance.getEntriesByType('navigation')[0].decodedBodySize")
    if size > MAX_PAGE:
        failures.append(f"{name}: {size:,} bytes")
    violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    for rule in violations:
        failures.append(f"{name}: {rule['id']}: {rule['help']}: {rule['nodes'][0]['html'][:160]}")
    check_line_breaks(page, name)
    check_scroll_hints(page, name)


def take_screenshot(page, path):
    """Takes a screenshot. A busy Chromium may refuse one while it draws the page in another size."""
    for attempts_left in (2, 1, 0):
        page.evaluate(PAINTED)
        try:
            page.screenshot(path=path)
            return
        except Error:
            if not attempts_left:
                raise


def grow(page):
    """Makes the screen as high as the page, since in a full-page screenshot, the bar fixed to the bottom of the screen
    would cover the middle of the page. Parts sized by the screen grow with it, so this takes several steps.

    Returns whether the whole page is on the screen."""
    for _ in range(6):
        height = page.evaluate("document.documentElement.scrollHeight")
        if height <= page.viewport_size["height"] or page.viewport_size["height"] == MAX_HEIGHT:
            return True
        page.set_viewport_size({"width": page.viewport_size["width"], "height": min(MAX_HEIGHT, height)})
    return False


def check_tabs(page, only_pictures, scheme, name):
    if scheme == "light" and not only_pictures:
        check_tab_order(page, name)


def capture_results(page, folder, only_pictures, suffix, addresses):
    """Captures the results of pasting scores and of a comment that is too long, and what can be done with a comment."""
    page.goto(f"{URL}/games/add")
    # A click, after which the field may grow.
    page.locator("textarea").click()
    page.locator("textarea").fill("Wordle 1,234 4/6\n\n⬛🟨⬛⬛⬛\n🟨🟩⬛⬛🟩\n🟩🟩🟩⬛🟩\n🟩🟩🟩🟩🟩\n\nHello")
    page.locator("textarea").evaluate("field => field.form.requestSubmit()")
    expect(page.get_by_text("1,234").first).to_be_visible()
    capture(page, folder, only_pictures, f"paste-preview-{suffix}")
    page.goto(URL + addresses["workout"])
    say(page, "Long " * 120)
    expect(page.get_by_text("500 characters").first).to_be_visible()
    capture(page, folder, only_pictures, f"comment-rejected-{suffix}")
    page.goto(URL + addresses["workout"])
    say(page, "Strong finish")
    comment = page.locator(".comment", has_text="Strong finish").first
    links = comment.locator(".acts a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    hearts = f"/comments/{comment.get_attribute('id').removeprefix('comment-')}/hearts"
    for number, address in enumerate([*links, hearts]):
        page.goto(URL + address)
        capture(page, folder, only_pictures, f"comment-{number}-{suffix}")


def capture_opened(page, folder, only_pictures, suffix):
    """Captures a card with its comment form and a puzzle with its veil open, and a long workout with its form."""
    page.goto(f"{URL}/?show=rowing")
    page.locator("[data-say]").first.click()
    expect(page.locator(".card textarea").first).to_be_visible()
    capture(page, folder, only_pictures, f"card-comment-{suffix}")
    page.goto(f"{URL}/?show=scores")
    if not only_pictures:
        check_puzzles(page, suffix.split("-")[0], f"card-veil-{suffix}")
    page.locator(".veil summary").first.click()
    capture(page, folder, only_pictures, f"card-veil-{suffix}")
    rows = [{"index": i, "duration": 60 + i % 7, "distance": 251, "restDuration": 30} for i in range(100)]
    # Years ago, so that the home page begins with the community's own workouts.
    long = publish("demi", f"Long row {suffix}", "paceline-demo", startedAt="2020-01-04T08:00:00Z", duration=7_000,
                   distance=25_100, detail={"intervals": rows})
    for name, address in {"long": "", "long-edit": "/edit"}.items():
        page.goto(f"{URL}/workouts/{long}{address}")
        capture(page, folder, only_pictures, f"{name}-{suffix}")


def say(page, text):
    """Sends a comment of any length, which the browser would not allow."""
    with page.expect_navigation():
        page.locator("#comments textarea").last.evaluate("""(field, text) => {
            field.removeAttribute("maxlength"); field.value = text; field.form.submit();
        }""", text)


def capture_arriving(page, folder, only_pictures, width, scheme):
    """Captures the home page of a new member, and what their link shows to visitors."""
    page.get_by_label("Username").fill(f"newcomer_{width}")
    page.get_by_label("Birth date").fill("1990-05-17")
    page.get_by_role("button", name="Choose username").click()
    page.goto(URL)
    capture(page, folder, only_pictures, f"home-new-{width}-{scheme}")
    page.goto(f"{URL}/settings/security")
    page.get_by_role("button", name="Create token").click()
    capture(page, folder, only_pictures, f"token-rejected-{width}-{scheme}")
    page.get_by_label("Name of the new token").fill("Rowing script")
    page.get_by_label("Publish, change and delete your workouts").check()
    page.get_by_role("button", name="Create token").click()
    capture(page, folder, only_pictures, f"token-{width}-{scheme}")
    page.goto(f"{URL}/settings/security")
    page.get_by_role("button", name="Create new codes").click()
    capture(page, folder, only_pictures, f"recovery-codes-{width}-{scheme}")
    page.goto(f"{URL}/friends/find")
    code = page.locator(".code .link a").inner_text().split("/")[-1]
    page.goto(f"{URL}/groups")
    page.get_by_label("Name").fill("Tuesday Crew")
    page.context.clear_cookies(name="paceline-session")
    page.get_by_role("button", name="Create group").click()
    expect(page.get_by_label("Password")).to_be_visible()
    capture(page, folder, only_pictures, f"sign-in-kept-{width}-{scheme}")
    page.context.clear_cookies()
    for name, address in {"invited": f"/add/{code}", "invited-sign-up": f"/sign-up?next=/add/{code}", "invited-late": "/add/222222"}.items():
        page.goto(URL + address)
        capture(page, folder, only_pictures, f"{name}-{width}-{scheme}")


def capture_import(page, folder, only_pictures, suffix):
    """Captures the steps of an import, and a rejected form."""
    page.goto(f"{URL}/workouts/add")
    page.get_by_role("button", name="Publish").click()
    capture(page, folder, only_pictures, f"add-rejected-{suffix}")
    for name, text in {"season.csv": logbook(12) + "13,soon,,,,,,,,,,,,,,,,,,RowErg,No,,\n", "notes.txt": "Rowed."}.items():
        page.goto(f"{URL}/workouts/import")
        page.get_by_label("Files").set_input_files([{"name": name, "mimeType": "text/csv", "buffer": text.encode()}])
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_role("heading", name="skipped")).to_be_visible()
        capture(page, folder, only_pictures, f"import-{name.split('.')[0]}-{suffix}")
    page.goto(f"{URL}/workouts/import")
    page.get_by_label("Files").set_input_files([{"name": "a.csv", "mimeType": "text/csv", "buffer": logbook(3).encode()}])
    page.get_by_role("button", name="Preview").click()
    page.locator("[data-import] button").click()
    expect(page.get_by_role("link", name="Import more")).to_be_visible()
    capture(page, folder, only_pictures, f"import-report-{suffix}")


def screens(page):
    """Returns the address of every screen by name, for the demo user."""
    page.goto(URL)
    with_intervals = first_link(page, "/?show=rowing", ".item h3 a")
    page.goto(f"{URL}/friends")
    friend = page.locator("#people .who a").first.get_attribute("href")
    page.goto(f"{URL}/friends/find")
    stranger = page.locator("#results .who a").first.get_attribute("href")
    page.goto(f"{URL}/groups")
    group = page.locator(".list .strong-link").first.get_attribute("href")
    board = f"/games?scope=group:{group.split('/')[-1]}"
    return game_screens(page, group, board) | links_of_stranger(page) | {
        "welcome-profile": "/welcome/profile", "welcome-privacy": "/welcome/privacy", "welcome-goal": "/welcome/goal",
        "add-workout": "/workouts/add", "edit-workout": first_link(page, "/?whose=me&show=rowing", ".item h3 a") + "/edit",
        "import": "/workouts/import", "goal": "/week/goal",
        "home": "/", "home-empty": "/?show=yoga&whose=me&week=20200101", "home-older": f"/?week={day(12):%Y%m%d}",
        "home-days": f"/?from={day(11)}&to={day(5)}", "home-days-wrong": f"/?from={day(11)}&to={day(20)}",
        "workout-delete": first_link(page, "/?whose=me&show=rowing", ".item h3 a") + "/delete",
        "workout": with_intervals, "own-workout": first_link(page, "/?whose=me&show=rowing", ".item h3 a"),
        "workout-upright": upright(page), "strength": first_link(page, "/?show=strength", ".item h3 a"), "game": first_link(page, "/?show=scores", ".puzzle p a"),
        "friends": "/friends", "find": "/friends/find", "search": "/friends/find?q=el",
        "search-none": "/friends/find?q=zzzzzz", "followers": "/friends/followers", "following": "/friends/following",
        "add-unknown": "/add/222222", "me": "/@demi", "experience": "/experience", "badges": "/experience/badges", "rewards": "/experience/rewards", "reward-redeem": "/experience/rewards/sticker", "redemption": redeemed(), "workout-held": held(), "level": first_link(page, "/?show=levels", ".item li a"), "friend": friend, "stranger": stranger, "friends-of": friend + "/friends",
        "unfriend": friend + "/unfriend", "mute": friend + "/mute", "block": friend + "/block",
        "missing": "/nothing-here", "recover": "/recover",
        "request": stranger + "/request", "notifications": "/notifications", "settings": "/settings",
        "reset-code": "/friends/code/reset", "confirm": "/settings/confirm", "securing": "/settings/security/not-me",
        "friend-followers": friend + "/followers", "friend-following": friend + "/following",
    } | {f"settings-{name}": f"/settings/{name}" for name in SETTINGS}


def held():
    """Returns the address of the demo user's workout that waits for a moderator."""
    workouts = call("GET", "/v1/people/me/workouts?limit=100", None, token("demi", "paceline-demo"))["items"]
    review = lambda workout: workout.get("experience", {}).get("review", {})
    return "/workouts/" + next(workout["id"] for workout in workouts if review(workout).get("state") == "held")


def redeemed():
    """Redeems a reward with a code, and returns its address."""
    key = {"Idempotency-Key": "sauna-for-the-pictures"}
    reward = call("POST", "/v1/rewards/sauna/redemptions", {"price": 8_000}, token("demi", "paceline-demo"), headers=key)
    return f"/experience/redemptions/{reward['id']}"


def upright(page):
    """Publishes a workout with a photo that is higher than wide, and returns its address."""
    # Years ago, so that the home page begins with the community's own workouts.
    workout = publish("demi", "Upright photo", "paceline-demo", startedAt="2020-01-05T08:00:00Z")
    page.goto(f"{URL}/workouts/{workout}/edit")
    photo = page.screenshot(clip={"x": 0, "y": 0, "width": 300, "height": 400})
    page.get_by_label("Photo", exact=True).set_input_files([{"name": "photo.png", "mimeType": "image/png", "buffer": photo}])
    page.get_by_role("button", name="Save").click()
    page.locator(".photo img").wait_for()
    return f"/workouts/{workout}"


def links_of_stranger(page):
    """Returns the screens behind the links of a person whom the demo user doesn't know."""
    token = sign_up_through_api("otto_outside", "Otto Outside")
    group = call("POST", "/v1/groups", {"title": "Otters"}, token)["id"]
    code = call("POST", f"/v1/groups/{group}/invite", None, token)["code"]
    links = {"add": f"/add/{call('GET', '/v1/me/friend-code', None, token)['code']}", "group-join": f"/join/{code}"}
    for name, button in {"add": "Send request", "group-join": "Join group"}.items():
        page.goto(URL + links[name])
        expect(page.get_by_role("button", name=button)).to_be_visible()
    return links


def game_screens(page, group, group_board):
    """Returns the screens of leaderboards, scores and groups."""
    season = first_link(page, f"{group}/seasons", ".lines a")
    # The month of the community's last day is never empty, while today and this week may be.
    board = f"{group_board}&range=month&day={day(0):%Y%m%d}"
    invite = page.goto(f"{URL}{group}/invite") and show_link(page)
    return {
        "board": board, "board-training": f"{board}&metric=distance", "board-game": f"{group_board}&range=today&game=wordle&day={day(1):%Y%m%d}",
        "board-everyone": "/games?scope=global&range=all",
        "board-calendar": f"{board}&calendar={day(31):%Y%m}",
        "board-custom": f"{group_board}&range=custom&from={day(11)}&to={day(20)}",
        "board-empty": "/games?scope=friends&range=today&game=heardle_it&day=20200101", "add-score": "/games/add",
        "score-form": "/games/nyt_mini/score", "scores": "/games/scores",
        "delete-score": f"/games/wordle/{day(1):%Y%m%d}/delete",
        "groups": "/groups", "groups-code": "/groups/find?code=abc", "group": group, "group-invite": f"{group}/invite",
        "group-link": invite, "group-join-nowhere": "/join/AAAAAAAAAA",
        "group-leave": f"{group}/leave", "group-stop": f"{group}/stop", "group-delete": f"{group}/delete",
        "group-revoke": f"{group}/revoke", "group-transfer": first_link(page, group, "a[href$='/transfer']"),
        "group-remove": first_link(page, group, "a[href$='/remove']"), "seasons": f"{group}/seasons", "season": season,
    }


def day(before):
    """Returns the day a number of days before the community's last."""
    return LAST_DAY - datetime.timedelta(days=before)


def show_link(page):
    """Shows a group's link, and returns the address of the page."""
    page.get_by_role("button", name="Show link").click()
    page.locator(".link a").wait_for()
    return page.url.removeprefix(URL)


def check_infinite_scroll(page):
    """Checks that the feed loads more near its end."""
    page.goto(URL)
    cards = page.locator("#feed > article")
    before = cards.count()
    page.mouse.wheel(0, 100_000)
    expect(cards.nth(before)).to_be_visible()
