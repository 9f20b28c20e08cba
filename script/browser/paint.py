"""Measures how long pages take to show their largest part on a slow phone."""
import statistics

from community import URL, first_link, sign_in

PHONE = {"width": 360, "height": 740}
# A phone a quarter as fast as the machine that measures, on "Slow 4G" as Lighthouse defines it.
CPU_SLOWDOWN = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_638_400 / 8, "uploadThroughput": 750_000 / 8}
LOADS = 9
LARGEST = """() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true }))"""


def paint(browser):
    visitor = browser.new_context(viewport=PHONE, device_scale_factor=2)
    member = browser.new_context(viewport=PHONE, device_scale_factor=2)
    page = member.new_page()
    sign_in(page, "demi", "paceline-demo")
    page.wait_for_url(f"{URL}/")
    workout = first_link(page, "/?show=rowing", ".item h3 a")
    print("Largest Contentful Paint, median of", LOADS, "loads: first visit, next visit")
    for name, context, address in [("landing", visitor, "/"), ("home", member, "/"), ("workout", member, workout)]:
        times = [f"{statistics.median(load(context, address, cached) for _ in range(LOADS)):.0f} ms" for cached in (False, True)]
        print(f"{name}: {', '.join(times)}")


def load(context, address, cached):
    """Returns the milliseconds from the navigation to the largest paint."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": not cached})
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    page.goto(URL + address)
    time = page.evaluate(LARGEST)
    page.close()
    return time
