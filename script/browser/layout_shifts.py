"""Reports pages whose content moves without user input."""
from failures import failures

# The maximum cumulative layout shift of a page, without shifts right after user input: half of what Web Vitals call
# good. Rows that wrap while their last elements arrive move a narrow page by up to 0.03.
MAX_SHIFT = 0.05

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
    """Reports each page of the context that shifts, with the elements that moved."""
    reported = set()

    def record(source, address, total, parts):
        width = source["page"].viewport_size["width"]
        if total > MAX_SHIFT and (address, width) not in reported:
            reported.add((address, width))
            failures.append(f"{address} at {width} px: moved by {total:.3f}: {parts}")

    context.expose_binding("pacelineMoved", record)
    context.add_init_script(OBSERVER)
    return context
