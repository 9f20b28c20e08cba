"""What is being read stays where it is: pages whose content moves by itself are noted."""
from failures import failures

# The sum of a page's layout shifts that nobody's press or key explains, as browsers measure them.
MAX_SHIFT = 0.01

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


def watch_layout_shifts(context):
    """Notes each page of the context that moves, with what of it did."""
    reported = set()

    def record(source, address, total, parts):
        width = source["page"].viewport_size["width"]
        if total > MAX_SHIFT and (address, width) not in reported:
            reported.add((address, width))
            failures.append(f"{address} at {width} px: moved by {total:.3f}: {parts}")

    context.expose_binding("pacelineMoved", record)
    context.add_init_script(OBSERVER)
    return context
