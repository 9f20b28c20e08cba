"""Takes the pictures of the landing page and of README from the demo community."""
import base64
import pathlib

from community import URL, sign_in
from pictures import LOADED

# In CSS pixels. Templates/People/landing.mustache names the same.
WIDTH = 390
HEIGHTS = {"feed": 600, "workout": 844, "board": 600}
README = pathlib.Path("docs/pictures")
README_LAPTOP, README_PHONE, README_GAP = (1280, 820), (360, 740), 13
# In bytes.
LARGEST = 80_000
LEAST_BARS = 4
# Whether half of the chart of a workout's page is above the bar at the bottom of the first screen.
FITS = """(({ top, height }) => top + height / 2 <= document.querySelector(".places").getBoundingClientRect().top)(
  document.querySelector(".plot").getBoundingClientRect())"""
# Puts pictures next to each other.
COMPOSE = """async ([pngs, gap, type, quality]) => {
  const pictures = await Promise.all(pngs.map(async (png) =>
    createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())));
  const width = pictures.reduce((sum, picture) => sum + gap + picture.width, -gap);
  const canvas = new OffscreenCanvas(width, Math.max(...pictures.map((picture) => picture.height)));
  let left = 0;
  for (const picture of pictures) {
    canvas.getContext("2d").drawImage(picture, left, 0);
    left += picture.width + gap;
  }
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type, quality })).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


def landing(browser, folder, scheme):
    page = open_demo(browser, scheme, WIDTH, HEIGHTS["workout"], scale=2)
    workout, group = session(page), first_group(page)
    places = {
        "workout": (workout, "#summary"), "feed": ("/", "#feed > article:has(.chart)"),
        "board": (f"/games?scope=group:{group}&range=sevenDays", ".board-head"),
    }
    for name, (address, top) in places.items():
        page.set_viewport_size({"width": WIDTH, "height": HEIGHTS[name]})
        shown = show(page, address, top)
        assert name != "feed" or " d ago" not in shown.inner_text(), "The newest workout with a chart is days old."
        save_small(page, pathlib.Path(folder) / f"landing-{name}-{scheme}.webp")
    page.context.close()
    if scheme == "light":
        take_readme(browser, workout, group)


def take_readme(browser, workout, group):
    """Takes the home page on a laptop, and three phones: a workout in dark mode, a leaderboard, and notifications."""
    laptop = open_demo(browser, "light", *README_LAPTOP)
    show(laptop, "/", "main")
    write(README / "home.png", laptop.screenshot())
    laptop.context.close()
    scenes = [
        ("dark", workout, ".card:has(.chart)"), ("light", f"/games?scope=group:{group}&range=month", ".board-head"),
        ("light", "/notifications", "main"),
    ]
    phones = []
    for scheme, address, top in scenes:
        phone = open_demo(browser, scheme, *README_PHONE)
        show(phone, address, top)
        phones.append(phone.screenshot())
        phone.context.close()
    page = browser.new_page()
    write(README / "phone.png", compose(page, phones, README_GAP, "image/png", 1))
    page.close()


def open_demo(browser, scheme, width, height, scale=1):
    """Returns a page of the demo user on a device whose scroll bars take no room."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale, color_scheme=scheme,
        reduced_motion="reduce", is_mobile=True, has_touch=True)
    page = context.new_page()
    sign_in(page, "demi", "paceline-demo")
    page.wait_for_url(f"{URL}/")
    return page


def show(page, address, top):
    """Opens the address, and scrolls to a part of the page, which is returned."""
    page.goto(URL + address)
    shown = page.locator(top).first
    shown.evaluate("part => scrollTo(0, part.getBoundingClientRect().top + scrollY - 72)")
    page.evaluate(LOADED)
    width = page.evaluate("document.documentElement.clientWidth")
    assert width == page.viewport_size["width"], f"{address}: a strip at the side is empty"
    return shown


def session(page):
    """Returns the address of the newest workout whose chart has several bars and is on the first screen."""
    page.goto(f"{URL}/?show=rowing")
    links = page.locator(".item:has(.chart) h3 a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    for address in links:
        page.goto(URL + address)
        if page.locator(".plot").first.locator("rect").count() >= LEAST_BARS and page.evaluate(FITS):
            return address
    raise AssertionError("No workout has enough intervals.")


def first_group(page):
    page.goto(f"{URL}/groups")
    return page.locator(".list .strong-link").first.get_attribute("href").split("/")[-1]


def save_small(page, path):
    """Writes a picture of the page in the best quality that is small enough."""
    png = page.screenshot()
    encoder = page.context.new_page()
    for quality in (0.85, 0.75, 0.65, 0.5):
        picture = compose(encoder, [png], 0, "image/webp", quality)
        if len(picture) <= LARGEST:
            break
    encoder.close()
    assert picture[8:12] == b"WEBP" and len(picture) <= LARGEST, f"{path.name} is too large"
    write(path, picture)


def compose(page, pngs, gap, kind, quality):
    texts = [base64.b64encode(png).decode() for png in pngs]
    return base64.b64decode(page.evaluate(COMPOSE, [texts, gap, kind, quality]))


def write(path, picture):
    path.write_bytes(picture)
    print(f"{path.name}: {len(picture) // 1_000} kB")
