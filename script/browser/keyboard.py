"""Keyboard navigation: the focus is always visible, reaches every control, and is never trapped."""
from playwright.sync_api import expect

from failures import failures

# The focused element, and its problem if it is off screen, not outlined or covered.
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
  const problem = !shown ? "has no outline" : box.width < 4 || box.height < 4 ? "is not visible" : !isOpen ? "is covered" : null;
  part.dataset.stop ??= `${Math.random()}`;
  return { stop: part.dataset.stop, problem, name: part.outerHTML.slice(0, 120) };
}"""

# Every element that Tab should reach and has not. Of a group of radio buttons, Tab reaches the selected one.
REACHABLE = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter((part) => part.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !part.disabled
    && part.type !== "hidden" && part.tabIndex >= 0 && (part.type !== "radio" || part.checked))
  .filter((part) => !part.dataset.stop).map((part) => part.outerHTML.slice(0, 120))"""

MAX_TABS = 600


def tab_to(page, target):
    """Presses Tab until the target has the focus."""
    expect(target).to_be_visible()
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        if target.evaluate("part => part === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {target}.")


def press(page, target, key="Enter"):
    tab_to(page, target)
    page.keyboard.press(key)


def write(page, field, text):
    tab_to(page, field)
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def check_tab_order(page, name):
    """Presses Tab through the whole page, and reports elements that are unreachable or whose focus is not visible."""
    # Infinite scrolling would add elements without end.
    page.route("**/*cursor=*", lambda route: route.abort())
    # Focusing the body makes Tab start at the top, also on pages that focus an error.
    page.evaluate("""() => {
        document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute("tabindex");
        document.activeElement.blur(); scrollTo(0, 0);
    }""")
    stops = []
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        # A date field has several stops.
        if stops and focus and focus["stop"] == stops[-1]:
            continue
        if focus is None or focus["stop"] in stops:
            break
        stops.append(focus["stop"])
        if focus["problem"]:
            failures.append(f"{name}: focused element {focus['problem']}: {focus['name']}")
    page.unroute("**/*cursor=*")
    for unreached in page.evaluate(REACHABLE):
        failures.append(f"{name}: Tab does not reach {unreached}")
