"""Usage: script/browser-test.py URL FOLDER [--pictures]

Walks through the web app at the URL as people do, and leaves pictures in the folder. script/browser-test runs it."""
import json
import pathlib
import shutil
import sys
import urllib.request
import uuid

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

URL, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
ONLY_PICTURES = "--pictures" in sys.argv
PASSWORD = "correct horse battery"
WIDTHS = {"narrow": (360, 740), "wide": (1280, 800)}
failures = []


def sign_up(page, username, name):
    page.goto(f"{URL}/sign-up")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Birth date").fill("1990-05-17")
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(f"{URL}/")


def call(method, path, body, token=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def publish(username, title):
    session = call("POST", "/v1/sessions", {"provider": "password", "username": username, "password": PASSWORD})
    pieces = [{"index": i, "duration": 105 - i, "distance": 500, "restDuration": 60} for i in range(4)]
    workout = {"type": "rowing", "title": title, "startedAt": "2026-11-20T06:00:00Z", "duration": 414, "distance": 2000,
               "detail": {"intervals": pieces, "notes": "Felt strong."}}
    return call("PUT", f"/v1/workouts/{uuid.uuid4()}", workout, session["token"])["id"]


def story(browser, scripted):
    """Two people in two windows become friends; one publishes, the other reacts."""
    suffix = "js" if scripted else "plain"
    ana, ben = (browser.new_context(java_script_enabled=scripted).new_page() for _ in range(2))
    for page in (ana, ben):
        page.on("console", lambda message: message.type == "error" and "404" not in message.text and failures.append(f"console: {message.text}"))
    sign_up(ana, f"ana_{suffix}", f"Ana {suffix}")
    sign_up(ben, f"ben_{suffix}", f"Ben {suffix}")

    ana.goto(f"{URL}/friends/find")
    search = ana.get_by_role("searchbox")
    search.fill(f"ben_{suffix}")
    if not scripted:
        ana.get_by_role("button", name="Search").click()
    ana.get_by_role("button", name=f"Add Ben {suffix} as a friend").click()
    expect(ana.get_by_role("status").first).to_contain_text("on its way")

    ben.goto(f"{URL}/friends")
    ben.get_by_role("button", name=f"Accept the request of Ana {suffix}").click()
    expect(ben.get_by_role("status").first).to_contain_text("friends now")

    workout = publish(f"ana_{suffix}", f"4x500m {suffix}")
    ben.goto(URL)
    card = ben.locator(f"#item-{workout}")
    expect(card).to_contain_text(f"4x500m {suffix}")
    card.get_by_role("button", name="0 kudos").click()
    expect(card.get_by_role("button", name="1 kudos")).to_have_attribute("aria-pressed", "true")
    if scripted:
        card.get_by_role("button", name="1 kudos").click()
        expect(card.get_by_role("button", name="0 kudos")).to_be_visible()
        button = card.get_by_role("button", name="0 kudos")
        button.hover()
        ben.mouse.down()
        expect(card.get_by_role("button", name="1 kudos")).to_be_visible()
        ben.mouse.up()
        expect(card.get_by_role("button", name="1 kudos")).to_be_visible()

    card.get_by_role("link", name="0 comments").click()
    ben.get_by_label("Your comment").fill(f"Fast! <b>@ana_{suffix}</b>")
    ben.get_by_role("button", name="Send").click()
    expect(ben.locator(".comment")).to_contain_text(f"Fast! <b>@ana_{suffix}</b>")

    ana.goto(f"{URL}/workouts/{workout}")
    expect(ana.locator(".faces")).to_contain_text(f"Ben {suffix}")
    if scripted:
        expect(ana.locator(".faces")).to_contain_text("Big")
    ana.get_by_role("button", name="0 hearts").click()
    expect(ana.get_by_role("button", name="1 heart")).to_have_attribute("aria-pressed", "true")
    ana.goto(f"{URL}/workouts/{workout}")
    ana.get_by_role("link", name="Reply").click()
    ana.get_by_label("Your reply").fill("Thank you")
    ana.locator("form[id^=reply-]").get_by_role("button", name="Send").click()
    expect(ana.locator(".comment.reply")).to_contain_text("Thank you")
    ana.locator(".comment.reply").get_by_role("link", name="Edit").click()
    ana.get_by_label("Your comment, changed").fill("Thank you!")
    ana.get_by_role("button", name="Save").click()
    expect(ana.locator(".comment.reply")).to_contain_text("edited")

    ana.get_by_label("Seen by").select_option("private")
    if not scripted:
        ana.get_by_role("button", name="Change").click()
    else:
        expect(ana.locator("#announcer")).to_contain_text("Only me")
    expect(ana.get_by_label("Seen by")).to_have_value("private")
    ben.goto(f"{URL}/workouts/{workout}")
    expect(ben.get_by_role("heading", name="There is nothing here")).to_be_visible()

    ben.goto(f"{URL}/@ana_{suffix}/unfriend")
    ben.get_by_role("button", name="End friendship").click()
    expect(ben.get_by_role("button", name=f"Add Ana {suffix} as a friend")).to_be_visible()
    ben.goto(f"{URL}/@ana_{suffix}/block")
    ben.get_by_role("button", name="Block").click()
    expect(ben.get_by_role("button", name=f"Unblock Ana {suffix}")).to_be_visible()

    if scripted:
        taken(browser)
    ben.get_by_label("Account").click()
    ben.get_by_role("button", name="Sign out everywhere").click()
    expect(ben.get_by_role("link", name="Create an account")).to_be_visible()
    ben.goto(f"{URL}/friends")
    expect(ben).to_have_url(f"{URL}/sign-in?next=/friends")
    ben.get_by_label("Username").fill(f"ben_{suffix}")
    ben.get_by_label("Password").fill(PASSWORD)
    ben.get_by_role("button", name="Sign in", exact=True).click()
    expect(ben).to_have_url(f"{URL}/friends")


def taken(browser):
    """Whether a name can be had is told while it is typed."""
    page = browser.new_context().new_page()
    page.goto(f"{URL}/sign-up")
    page.get_by_label("Username").press_sequentially("ana_js")
    expect(page.locator("#hint-username")).to_contain_text("taken")
    page.get_by_label("Username").fill("ana_free")
    expect(page.locator("#hint-username")).to_contain_text("yours")


def goes_on(page):
    """The feed goes on when its end comes near."""
    page.goto(URL)
    expect(page.locator("#feed > article")).to_have_count(20)
    page.mouse.wheel(0, 100_000)
    expect(page.locator("#feed > article")).to_have_count(40)


def screens(page):
    """Every screen by name, with the address that shows it to whoever is signed in as demi."""
    page.goto(URL)
    with_intervals = first(page, "/?show=rowing", ".item h3 a")
    page.goto(f"{URL}/friends")
    friend = page.locator("#people .who a").first.get_attribute("href")
    page.goto(f"{URL}/friends/find")
    stranger = page.locator("#results .who a").first.get_attribute("href")
    return {
        "home": "/", "home-empty": "/?show=yoga&whose=me&week=20200101", "home-older": "/?week=20261109",
        "workout": with_intervals, "own-workout": first(page, "/?whose=me&show=rowing", ".item h3 a"),
        "strength": first(page, "/?show=strength", ".item h3 a"), "game": first(page, "/?show=scores", ".item h3 a"),
        "friends": "/friends", "find": "/friends/find", "search": "/friends/find?q=an",
        "search-none": "/friends/find?q=zzzzzz", "followers": "/friends/followers", "following": "/friends/following",
        "add": "/add/ABC234", "me": "/@demi", "friend": friend, "stranger": stranger, "friends-of": friend + "/friends",
        "unfriend": friend + "/unfriend", "block": friend + "/block", "missing": "/nothing-here",
    }


def first(page, address, selector):
    page.goto(URL + address)
    link = page.locator(selector).first
    return link.get_attribute("href") if link.count() else "/"


def look(page, name):
    """Keeps a picture, and notes what is not accessible or does not fit the screen."""
    size = page.viewport_size
    # What is fixed to the foot of the screen would stand in the middle of a picture of the whole page.
    page.set_viewport_size({"width": size["width"], "height": min(4_000, page.evaluate("document.documentElement.scrollHeight"))})
    page.screenshot(path=FOLDER / f"{name}.png")
    page.set_viewport_size(size)
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        failures.append(f"{name}: wider than the screen")
    if ONLY_PICTURES:
        return
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    for rule in found:
        failures.append(f"{name}: {rule['id']}: {rule['help']}: {rule['nodes'][0]['html'][:160]}")


def pictures(browser):
    addresses = None
    for scheme in ("light", "dark"):
        for width, (columns, rows) in WIDTHS.items():
            context = browser.new_context(
                viewport={"width": columns, "height": rows}, color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            for name, address in {"landing": "/", "sign-in": "/sign-in", "sign-up": "/sign-up"}.items():
                page.goto(URL + address)
                look(page, f"{name}-{width}-{scheme}")
            page.goto(f"{URL}/sign-in")
            page.get_by_label("Username").fill("demi")
            page.get_by_label("Password").fill("wrong password")
            page.get_by_role("button", name="Sign in", exact=True).click()
            look(page, f"sign-in-refused-{width}-{scheme}")
            page.get_by_role("button", name="Continue").click()
            look(page, f"welcome-{width}-{scheme}")
            context.clear_cookies()
            page.goto(f"{URL}/sign-in")
            page.get_by_label("Username").fill("demi")
            page.get_by_label("Password").fill("paceline-demo")
            page.get_by_role("button", name="Sign in", exact=True).click()
            addresses = addresses or screens(page)
            for name, address in addresses.items():
                page.goto(URL + address)
                look(page, f"{name}-{width}-{scheme}")
            if scheme == "light" and width == "wide" and not ONLY_PICTURES:
                goes_on(page)
            context.close()


shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)
expect.set_options(timeout=10_000)
with sync_playwright() as driver:
    browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    if not ONLY_PICTURES:
        story(browser, scripted=True)
        story(browser, scripted=False)
    pictures(browser)
    browser.close()
for failure in failures:
    print(failure)
print(f"{len(list(FOLDER.iterdir()))} pictures in {FOLDER}, {len(failures)} failures")
sys.exit(1 if failures else 0)
