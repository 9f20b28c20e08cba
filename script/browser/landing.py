"""Takes the pictures of the landing page from the demo community, as WebP files in the web app's assets."""
import base64
import pathlib

from community import URL, sign_in
from pictures import LOADED

# In CSS pixels. Templates/People/landing.mustache names the same.
SIZE = {"width": 390, "height": 600}
LARGEST = 80_000
LEAST_BARS = 4
ENCODE = """async ([png, quality]) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


def landing(browser, folder, scheme):
    context = browser.new_context(viewport=SIZE, device_scale_factor=2, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    sign_in(page, "demi", "paceline-demo")
    workout = session(page)
    page.goto(f"{URL}/groups")
    group = page.locator(".list .strong-link").first.get_attribute("href").split("/")[-1]
    places = {
        "feed": ("/", "#feed > article:has(.chart)"), "workout": (workout, ".card:has(.chart)"),
        "board": (f"/games?scope=group:{group}&range=sevenDays", ".board-head"),
    }
    for name, (address, top) in places.items():
        page.goto(URL + address)
        shown = page.locator(top).first
        assert " d ago" not in shown.inner_text(), f"{name}: the newest with a chart is days old"
        shown.evaluate("part => scrollTo(0, part.getBoundingClientRect().top + scrollY - 72)")
        page.evaluate(LOADED)
        save(context, page.screenshot(), pathlib.Path(folder) / f"landing-{name}-{scheme}.webp")
    context.close()


def session(page):
    """Returns the address of the newest workout whose chart has several bars."""
    page.goto(f"{URL}/?show=rowing")
    links = page.locator(".item:has(.chart) h3 a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    for address in links:
        page.goto(URL + address)
        if page.locator(".plot rect").count() >= LEAST_BARS:
            return address
    raise AssertionError("No workout has enough intervals.")


def save(context, png, path):
    """Writes the picture in the best quality that is small enough."""
    page = context.new_page()
    for quality in (0.85, 0.75, 0.65, 0.5):
        text = page.evaluate(ENCODE, [base64.b64encode(png).decode(), quality])
        picture = base64.b64decode(text)
        if len(picture) <= LARGEST:
            break
    page.close()
    assert picture[8:12] == b"WEBP" and len(picture) <= LARGEST, f"{path.name} is too large"
    path.write_bytes(picture)
    print(f"{path.name}: {len(picture) // 1_000} kB")
