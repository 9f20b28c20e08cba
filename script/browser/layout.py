"""Checks where the parts of a page are."""
from failures import failures

# What may break only between words, and what must not break.
WORDS = (".place", "[\\p{Script=Latin}\\p{N}’]+")
LINES = (".react, .delta, .rank, .measures dd", "\\S(?:.*\\S)?")
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


def check_line_breaks(page, name):
    """Reports words and values of the page that break, also with ten kudos on each card."""
    page.evaluate(MANY_KUDOS)
    for rule in (WORDS, LINES):
        for text in page.evaluate(BROKEN, rule):
            failures.append(f"{name}: {text} is broken")
