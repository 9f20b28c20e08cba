"""Checks where the parts of a page are."""
from failures import failures

# What may break only between words.
WORDS = (".place", "[\\p{Script=Latin}\\p{N}’]+")
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


def check_line_breaks(page, name):
    """Reports words of the page that break."""
    for rule in (WORDS,):
        for text in page.evaluate(BROKEN, rule):
            failures.append(f"{name}: {text} is broken")
