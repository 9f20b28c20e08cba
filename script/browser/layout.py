"""Checks where the parts of a page are."""
from math import inf

from community import URL, call, publish, sign_in, token
from failures import failures

# How many cards begin on the first screen of the home page, at least, and at most without rows of badges.
CARDS = {"narrow": (2, 3), "wide": (5, inf)}
# What may break only between words, and what must not break.
WORDS = (".place", "[\\p{Script=Latin}\\p{N}’]+")
LINES = (".react, .delta, .rank, .list .metric > *, .measures dd, .facts div:not(:last-child) dd", "\\S(?:.*\\S)?")
BROKEN = """([selector, pattern]) => [...document.querySelectorAll(selector)].flatMap((part) => {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    for (const found of texts.currentNode.data.matchAll(new RegExp(pattern, "gu"))) {
      const range = new Range();
      range.setStart(texts.currentNode, found.index);
      range.setEnd(texts.currentNode, found.index + found[0].length);
      if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) broken.push(found[0]);
    }
  }
  return broken;
})"""
MANY_KUDOS = """document.querySelectorAll("[data-kudos] > span").forEach((count) => { count.textContent = "10"; })"""
# Of each card without a picture: whether its reactions are below its text, at the left edge.
PLACED_BELOW = """() => {
  const cards = [...document.querySelectorAll(".feed > .item:has(.item-body):not(:has(.item-picture))")];
  return cards.map((card) => {
    const [body, reactions] = [".item-body", ".reactions"].map((part) => card.querySelector(part).getBoundingClientRect());
    return reactions.top >= body.bottom && reactions.left <= body.left;
  });
}"""

# Whether a card of the feed is wider than the feed.
WIDE = """() => [...document.querySelectorAll("#feed > article")].some((card) =>
  card.getBoundingClientRect().right > document.getElementById("feed").getBoundingClientRect().right + 1)"""

# Of each row of each puzzle card: the left edges of kudos and comments, and whether they are below the text.
PUZZLES = """() => [...document.querySelectorAll(".puzzles")].map((card) =>
  [...card.querySelectorAll(".puzzle")].filter((row) => row.checkVisibility()).map((row) => {
    const [text, kudos, comments] = ["p", "[data-kudos]", "[data-say]"].map((part) => row.querySelector(part).getBoundingClientRect());
    return [kudos.left, comments.left, kudos.top >= text.bottom];
  }))"""

# Wide tables without the shadow that says that they can be scrolled: a ground that scrolls along covers it at the end.
UNHINTED = """() => [...document.querySelectorAll(".scroll")].filter((part) => part.scrollWidth > part.clientWidth
  && !getComputedStyle(part).backgroundAttachment.startsWith("local, scroll")).map((part) => part.ariaLabel)"""


def check_density(context, width, scheme):
    """Checks that the first screen of the demo user's home page shows enough cards, and few on a phone."""
    page = context.new_page()
    sign_in(page, "demi", "paceline-demo")
    page.wait_for_url(f"{URL}/")
    cards = cards_on_screen(page)
    rows = cards - cards_on_screen(page, ":not(.earnings)")
    least, most = CARDS[width]
    if not least <= cards <= most + rows:
        failures.append(f"home-{width}-{scheme}: {cards} cards on the first screen")
    context.close()


def cards_on_screen(page, kind=""):
    """Returns how many cards of the feed begin on the screen, or those that a selector selects. On a phone, the bar of
    places covers the end of the screen."""
    return page.locator(f"#feed > article{kind}").evaluate_all("""cards => {
  const bar = document.querySelector(".places").getBoundingClientRect().top;
  const end = bar > innerHeight / 2 ? bar : innerHeight;
  return cards.filter(card => card.getBoundingClientRect().top < end).length;
}""")


def check_line_breaks(page, name):
    """Reports words and values of the page that break, also with ten kudos on each card."""
    page.evaluate(MANY_KUDOS)
    for rule in (WORDS, LINES):
        for text in page.evaluate(BROKEN, rule):
            failures.append(f"{name}: {text} is broken")


def check_bare_cards(page, name):
    """Publishes a workout without a picture, with a long comment, and checks that its card has no room for one, and is
    no wider than others."""
    walk = publish("demi", f"Walk, {name}", "paceline-demo", type="walking", detail={"intervals": []})
    call("POST", f"/v1/items/{walk}/comments", {"text": "A long walk. " * 20}, token("demi", "paceline-demo"))
    page.goto(URL)
    placed = page.evaluate(PLACED_BELOW)
    if not placed or not all(placed):
        failures.append(f"{name}: the reactions of cards without a picture are beside their text")
    if page.evaluate(WIDE):
        failures.append(f"{name}: a card is wider than the feed")
    # The next pictures begin with the community's own.
    call("DELETE", f"/v1/workouts/{walk}", None, token("demi", "paceline-demo"))


def check_puzzles(page, width, name):
    """Checks that the rows of puzzle cards line up, and have their reactions on a line of their own on phones."""
    cards = page.evaluate(PUZZLES)
    if max(map(len, cards), default=0) < 2:
        failures.append(f"{name}: no card has several puzzles")
    for rows in cards:
        if any(row != rows[0] or row[2] != (width == "narrow") for row in rows):
            failures.append(f"{name}: the rows of a puzzle card differ: {rows}")


def check_scroll_hints(page, name):
    """Checks that a table that is wider than its place looks as if there were more."""
    for table in page.evaluate(UNHINTED):
        failures.append(f"{name}: {table} is cut off without a hint")
