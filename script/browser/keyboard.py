"""The keyboard alone: where it stands is always to be seen, it comes to everything, and it is held nowhere."""
from playwright.sync_api import expect

from failures import failures

# What has the focus, and what is wrong with how that shows: it has to be on the screen, marked, and not covered.
FOCUS = """() => {
  const part = document.activeElement;
  if (!part || part === document.body) return null;
  const shown = [part, ...(part.labels ?? []), part.parentElement].find((near) => {
    const style = getComputedStyle(near);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  const box = (shown ?? part).getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y]));
  const isOpen = points.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit && ((shown ?? part).contains(hit) || hit.contains(part) && !hit.matches("body, main"));
  });
  const problem = !shown ? "is not marked" : box.width < 4 || box.height < 4 ? "is not to be seen" : !isOpen ? "is covered" : null;
  part.dataset.stop ??= `${Math.random()}`;
  return { stop: part.dataset.stop, problem, name: part.outerHTML.slice(0, 120) };
}"""

# Everything that a press of Tab should come to; of radio buttons that belong together, one.
REACHABLE = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter((part) => part.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !part.disabled
    && part.type !== "hidden" && part.tabIndex >= 0 && (part.type !== "radio" || part.checked))
  .filter((part) => !part.dataset.stop).map((part) => part.outerHTML.slice(0, 120))"""

MAX_TABS = 600


def tab_to(page, target):
    """Presses Tab until the focus is where it is wanted."""
    expect(target).to_be_visible()
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        if target.evaluate("part => part === document.activeElement"):
            return
    raise AssertionError(f"The keyboard does not come to {target}.")


def press(page, target, key="Enter"):
    tab_to(page, target)
    page.keyboard.press(key)


def write(page, field, text):
    tab_to(page, field)
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def check_tab_order(page, name):
    """Presses Tab through the whole page, and notes what is not come to and what does not show that it is."""
    # Lists that go on by themselves have no end that one could come to.
    page.route("**/*cursor=*", lambda route: route.abort())
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    stops = []
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        # A field for a date is several stops in one.
        if stops and focus and focus["stop"] == stops[-1]:
            continue
        if focus is None or focus["stop"] in stops:
            break
        stops.append(focus["stop"])
        if focus["problem"]:
            failures.append(f"{name}: with the focus, this {focus['problem']}: {focus['name']}")
    page.unroute("**/*cursor=*")
    for unreached in page.evaluate(REACHABLE):
        failures.append(f"{name}: the keyboard does not come to this: {unreached}")
