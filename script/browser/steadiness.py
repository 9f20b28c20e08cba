"""What is being read stays where it is: pages whose content moves by itself are noted."""
from failures import failures

# The sum of a page's layout shifts that nobody's press or key explains, as browsers measure them.
MOST = 0.01

OBSERVER = """
(() => {
  if (window !== top || location.protocol === "about:") return;
  let moved = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      moved += entry.value;
      const parts = entry.sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
      pacelineMoved(location.pathname + location.search, moved, parts.join(", "));
    }
  }).observe({ type: "layout-shift", buffered: true });
})();
"""


def steady(context):
    """Notes each page of the context that moves, with what of it did."""
    told = set()

    def moved(source, address, sum_of_shifts, parts):
        width = source["page"].viewport_size["width"]
        if sum_of_shifts > MOST and (address, width) not in told:
            told.add((address, width))
            failures.append(f"{address} at {width} px: moved by {sum_of_shifts:.3f}: {parts}")

    context.expose_binding("pacelineMoved", moved)
    context.add_init_script(OBSERVER)
    return context
