// What a page cannot do alone. Everything here improves a link or a form that works without it.
"use strict";
(() => {
  const announcer = document.getElementById("announcer");
  // Each on a line of its own: what is said next must not take away what nobody has heard yet.
  const announce = (text) => {
    const line = document.createElement("p");
    line.textContent = text;
    announcer.append(line);
    while (announcer.childElementCount > 4) announcer.firstElementChild.remove();
  };
  const ask = (address, options = {}) =>
    fetch(address, { ...options, headers: { "Paceline-Fragment": "1", ...options.headers } });
  const parse = (markup) => new DOMParser().parseFromString(markup, "text/html");
  const afterPause = (action, pause = 250) => {
    let timer;
    return (...values) => { clearTimeout(timer); timer = setTimeout(() => action(...values), pause); };
  };

  // Which day it is depends on where somebody is.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.querySelectorAll("[data-time-zone]").forEach((field) => { field.value = zone; });

  // Whether a username can be had, while it is typed.
  document.querySelectorAll("[data-available]").forEach((field) => {
    const hint = document.getElementById(`hint-${field.name}`);
    const usual = hint.textContent;
    hint.setAttribute("aria-live", "polite");
    const look = afterPause(async () => {
      const name = field.value.trim();
      if (name.length < 3) { hint.textContent = usual; return; }
      const answer = await ask(`${field.dataset.available}?username=${encodeURIComponent(name)}`);
      if (answer.ok && field.value.trim() === name) hint.replaceChildren(...parse(await answer.text()).body.childNodes);
    });
    field.addEventListener("input", look);
  });

  // Forms that change one piece of a page, such as kudos: the piece alone is asked for and put in its place.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const piece = form.closest("[data-piece]");
    if (!form.matches("[data-live]") || !piece) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await ask(form.action, { method: "POST", body }).catch(() => null);
    if (!answer || !answer.ok || answer.redirected) { form.removeAttribute("data-live"); form.requestSubmit(event.submitter); return; }
    const fresh = parse(await answer.text()).body.firstElementChild;
    const focused = document.activeElement && piece.contains(document.activeElement) && document.activeElement.dataset.focus;
    piece.replaceWith(fresh);
    if (focused) fresh.querySelector(`[data-focus="${focused}"]`)?.focus();
    if (fresh.dataset.says) announce(fresh.dataset.says);
  });
  // A choice made with the mouse or a finger is sent at once. On the way to one, the keyboard passes others: it is given
  // the button that the page has without a script.
  let isByKeyboard = false;
  document.addEventListener("keydown", () => { isByKeyboard = true; }, true);
  document.addEventListener("pointerdown", () => { isByKeyboard = false; }, true);
  document.addEventListener("change", ({ target }) => {
    if (!target.matches("[data-submits]")) return;
    if (isByKeyboard) { target.form.classList.add("by-keyboard"); } else { target.form.requestSubmit(); }
  });

  // A long press gives big kudos.
  let pressed;
  const release = () => { clearTimeout(pressed); };
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-big]");
    if (!button || event.button) return;
    pressed = setTimeout(() => {
      button.classList.add("popping");
      button.form.elements.big.value = "1";
      button.form.elements.given.value = "1";
      button.form.requestSubmit(button);
      button.addEventListener("click", (click) => click.preventDefault(), { once: true, capture: true });
    }, 600);
  });
  ["pointerup", "pointercancel", "pointerleave", "scroll"].forEach((name) => document.addEventListener(name, release, true));
  document.addEventListener("contextmenu", (event) => { if (event.target.closest("[data-big]")) event.preventDefault(); });

  // The bell in the bar, as the server draws it.
  const ring = (fresh) => {
    const bell = document.getElementById("bell");
    bell.replaceChildren(...fresh.childNodes);
    bell.setAttribute("aria-label", fresh.getAttribute("aria-label"));
    bell.dataset.unread = fresh.dataset.unread;
  };
  // What is on the page when it is opened has been seen: the bell forgets it, the marks stay until the page is left.
  const see = () => document.querySelectorAll("[data-opening]").forEach(async (form) => {
    const answer = await ask(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
    if (answer?.ok) ring(parse(await answer.text()).getElementById("bell"));
  });
  see();

  // Lists go on when their end comes near.
  const goOn = async (link) => {
    if (link.dataset.busy) return;
    link.dataset.busy = "1";
    const answer = await fetch(link.href).catch(() => null);
    if (!answer || !answer.ok) { delete link.dataset.busy; return; }
    const next = parse(await answer.text());
    const list = document.getElementById(link.dataset.more);
    const more = next.getElementById(link.dataset.more);
    const first = more && more.firstElementChild;
    if (more) list.append(...more.children);
    const after = next.querySelector(`[data-more="${link.dataset.more}"]`);
    const hadFocus = document.activeElement === link;
    // The way on is a new one: one that moved would count as something that moves while it is read.
    const place = link.closest(".more") ?? link;
    if (after) { place.replaceWith(after.closest(".more") ?? after); watcher.observe(after); } else { place.remove(); }
    if (hadFocus && first) first.querySelector("a, button")?.focus();
  };
  const watcher = new IntersectionObserver(
    (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => goOn(entry.target)),
    { rootMargin: "600px" });
  document.querySelectorAll("[data-more]").forEach((link) => watcher.observe(link));

  // Search as one types.
  document.querySelectorAll("[data-search]").forEach((form) => {
    const results = document.getElementById(form.dataset.search);
    const look = afterPause(async () => {
      const query = new URLSearchParams(new FormData(form)).toString();
      const answer = await fetch(`${form.action}?${query}`).catch(() => null);
      if (!answer || !answer.ok || query !== new URLSearchParams(new FormData(form)).toString()) return;
      const fresh = parse(await answer.text()).getElementById(results.id);
      results.replaceChildren(...fresh.childNodes);
      history.replaceState(null, "", `${form.getAttribute("action")}?${query}`);
      announce(results.querySelector("[data-says]")?.dataset.says ?? "");
    });
    form.addEventListener("input", look);
  });

  // What others do appears by itself for as long as the stream is there. What is being read stays where it is.
  const listen = () => {
    const address = new URL(document.body.dataset.stream, location.href);
    const [chip, feed, open] = ["[data-news]", "#feed", "[data-item]"].map((part) => document.querySelector(part));
    const news = new Set();
    // Together with what comes soon after, and not in the same moment as everybody else.
    const soon = (action) => {
      let timer;
      return () => { timer ??= setTimeout(() => { timer = undefined; action(); }, 300 + 300 * Math.random()); };
    };
    const load = async (from) => {
      const answer = await fetch(from).catch(() => null);
      // What is open is no longer to be seen.
      if (answer?.status === 404 && from === location.href) location.reload();
      return answer?.ok ? parse(await answer.text()) : null;
    };
    const place = (item) => document.getElementById(`item-${item}`) ?? document.querySelector(`[data-item="${item}"]`);
    const isTyped = (part) => [...part.querySelectorAll("input, textarea")].some((field) => field.value !== field.defaultValue);
    const put = (within, selector, text) => { const part = within?.querySelector(selector); if (part) part.textContent = text; };
    const replace = (old, fresh) => { if (old && fresh && !old.contains(document.activeElement) && !isTyped(old)) old.replaceWith(fresh); };
    const tell = (text) => { chip.textContent = text; chip.hidden = false; announce(text); };
    const isFor = (part, name) => part?.dataset.when?.split(" ").includes(name);

    const showWaiting = soon(async () => {
      const answer = await ask("/notifications/waiting").catch(() => null);
      const fresh = answer?.ok && parse(await answer.text());
      const bell = fresh && fresh.getElementById("bell");
      if (!bell) return;
      const [before, unread] = [document.getElementById("bell"), bell].map((part) => Number(part.dataset.unread));
      const { says } = bell.dataset;
      ring(bell);
      document.getElementById("asked").hidden = fresh.getElementById("asked").hidden;
      if (isFor(chip, "notifications")) {
        if (!unread) { chip.hidden = true; } else if (unread > before) { tell(chip.textContent); }
      } else if (unread > before) { announce(says); }
    });
    const renewItem = soon(async () => {
      const page = await load(location.href);
      if (!page) return;
      document.querySelectorAll("[data-fresh]").forEach((part) => replace(part, page.getElementById(part.id)));
      const thread = document.getElementById("thread");
      let last = null;
      for (const comment of [...page.getElementById("thread").children]) {
        const known = document.getElementById(comment.id);
        if (known) { replace(known, comment); } else if (last) { last.after(comment); } else { thread.prepend(comment); }
        last = document.getElementById(comment.id);
      }
      announce(document.getElementById("comments-title").textContent);
    });
    // A part that follows what happens stays as it was opened and where it was focused.
    const renewPart = soon(async () => {
      const old = document.querySelector("[data-when][data-from]");
      const page = old && await load(old.dataset.from);
      const fresh = page?.getElementById(old.id);
      if (!fresh || !old.isConnected || fresh.textContent === old.textContent) return;
      old.querySelectorAll("li[id]:has(details[open])").forEach((row) => {
        const details = fresh.querySelector(`#${row.id} details`);
        if (details) details.open = true;
      });
      const focused = old.contains(document.activeElement) && document.activeElement;
      const row = focused && focused.closest("li[id]");
      old.replaceWith(fresh);
      if (focused) {
        fresh.tabIndex = -1;
        (row && document.getElementById(row.id)?.querySelector(focused.localName) || fresh).focus({ preventScroll: true });
      }
      announce(fresh.dataset.says);
    });
    const redraw = async (item) => {
      const answer = await ask(`/items/${item}/card`).catch(() => null);
      if (answer?.ok) replace(place(item), parse(await answer.text()).body.firstElementChild);
    };
    const tellNews = () => {
      if (chip && news.size) tell((news.size === 1 ? chip.dataset.one : chip.dataset.other).replace("{count}", news.size));
    };
    const showFeed = (page) => {
      const cards = [...page.getElementById("feed").children];
      const fresh = cards.filter((card) => !document.getElementById(card.id));
      // When nothing on it is known, more has happened than one page shows.
      if (!fresh.length || fresh.length === cards.length) { location.reload(); return; }
      feed.prepend(...fresh);
      document.querySelectorAll(".week").forEach((week, place) => replace(week, page.querySelectorAll(".week")[place]));
      news.clear();
      fresh[0].querySelector("h3 a").focus({ preventScroll: true });
    };
    const showPart = (page) => {
      const part = page.getElementById(chip.dataset.news);
      document.getElementById(part.id).replaceWith(part);
      document.querySelectorAll("[data-more]").forEach((link) => watcher.observe(link));
      see();
      part.querySelector("li a")?.focus({ preventScroll: true });
    };
    chip?.addEventListener("click", async () => {
      const page = await load(location.href);
      if (!page) return;
      if (feed) { showFeed(page); } else { showPart(page); }
      chip.hidden = true;
      scrollTo({ top: 0 });
    });

    const changed = (name) => {
      if (isFor(document.querySelector("[data-from]"), name)) renewPart();
    };
    const actions = {
      item: ({ item, kind }) => {
        if (kind === "score") changed("score");
        if (open?.dataset.item === item) { renewItem(); } else if (place(item)) { redraw(item); } else if (feed) { news.add(item); tellNews(); }
      },
      removed: ({ item }) => {
        changed("score");
        showWaiting();
        if (open?.dataset.item === item) { location.reload(); return; }
        news.delete(item);
        const card = document.getElementById(`item-${item}`);
        if (!card) return;
        card.style.minHeight = `${card.offsetHeight}px`;
        card.classList.add("gone");
        card.textContent = document.body.dataset.gone;
      },
      kudos: ({ item, text, isMine }) => {
        put(place(item), "[data-focus=kudos] span", text);
        const button = place(item)?.querySelector("[data-focus=kudos]");
        if (button && isMine !== undefined) {
          button.setAttribute("aria-pressed", isMine);
          button.form.elements.given.value = isMine ? "0" : "1";
        }
        if (open?.dataset.item === item) renewItem();
      },
      comment: ({ item, text, latest }) => {
        put(place(item), "[data-comments]", text);
        if (latest) place(item)?.querySelector("[data-latest]")?.replaceChildren(...parse(latest).body.childNodes);
        if (open?.dataset.item === item) renewItem();
      },
      notifications: showWaiting,
      people: () => {
        showWaiting();
        if (isFor(chip, "people")) tell(chip.textContent);
        if (open) renewItem();
      },
      score: () => changed("score"),
      group: () => changed("group"),
      groupLost: ({ group }) => {
        showWaiting();
        const part = document.querySelector(`[data-group="${group}"]`);
        if (!part) return;
        part.replaceChildren(document.getElementById("lost").content.cloneNode(true));
        const heading = part.querySelector("h2");
        heading.focus({ preventScroll: true });
        announce(heading.textContent);
      },
      reset: () => { if (isTyped(document)) { showWaiting(); } else { location.reload(); } },
    };
    let source;
    const begin = () => {
      if (document.hidden || source && source.readyState !== EventSource.CLOSED) return;
      source = new EventSource(address);
      for (const [name, act] of Object.entries(actions)) {
        source.addEventListener(name, (event) => {
          address.searchParams.set("after", event.lastEventId);
          act(JSON.parse(event.data));
        });
      }
    };
    // A browser has few connections to one server, and a person few streams: a page that nobody looks at gives its own up.
    const leave = afterPause(() => { if (document.hidden) source?.close(); }, 1_000);
    document.addEventListener("visibilitychange", () => { if (document.hidden) { leave(); } else { begin(); } });
    addEventListener("pagehide", () => source?.close());
    addEventListener("pageshow", begin);
    begin();
  };
  if (document.body.dataset.stream) listen();

  // Lists in forms get another row without being sent.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-more-rows]");
    if (!button) return;
    event.preventDefault();
    const list = document.querySelector(`[data-rows="${button.dataset.moreRows}"]`);
    const number = list.children.length;
    const row = list.lastElementChild.cloneNode(true);
    const renumber = (text) => text.replaceAll(`.${number - 1}.`, `.${number}.`);
    for (const part of row.querySelectorAll("[id], [name], [for]")) {
      for (const name of ["id", "name", "for", "aria-describedby"]) {
        if (part.hasAttribute(name)) part.setAttribute(name, renumber(part.getAttribute(name)));
      }
    }
    row.querySelectorAll("input").forEach((input) => { input.value = ""; input.removeAttribute("aria-invalid"); });
    row.querySelectorAll(".error").forEach((error) => { error.textContent = ""; });
    row.querySelectorAll(".wrong").forEach((field) => field.classList.remove("wrong"));
    row.querySelectorAll("legend span").forEach((text) => { text.textContent = text.textContent.replace(number, number + 1); });
    list.append(row);
    row.querySelector("input").focus();
  });

  // An import is published in steps, each of which says how far it has come.
  const publish = async (form) => {
    const [bar, fault, button] = ["progress", ".error", "button"].map((part) => form.querySelector(part));
    bar.parentElement.hidden = false;
    button.disabled = true;
    fault.textContent = "";
    const body = new FormData(form);
    for (;;) {
      const answer = await ask(form.action, { method: "POST", body }).catch(() => null);
      if (!answer?.ok || answer.redirected) { fault.textContent = form.dataset.failed; button.disabled = false; return; }
      const fresh = parse(await answer.text()).body.firstElementChild;
      if (!fresh.dataset.step) {
        document.getElementById("import").replaceWith(fresh);
        fresh.querySelector("h1").focus();
        return;
      }
      fresh.querySelectorAll("input").forEach((input) => body.set(input.name, input.value));
      bar.value = Number(fresh.dataset.step);
      announce(fresh.dataset.says);
    }
  };
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-import]")) return;
    event.preventDefault();
    publish(event.target);
  });

  // Codes are shared and copied. The clipboard itself is for encrypted addresses only, a selection is copied at any.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-share]");
    if (!button) return;
    if (button.dataset.share && navigator.share) {
      await navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
      return;
    }
    getSelection().selectAllChildren(button.closest(".code").querySelector(".link"));
    if (!document.execCommand("copy")) return;
    const usual = button.textContent;
    button.textContent = button.dataset.done;
    announce(button.dataset.done);
    setTimeout(() => { button.textContent = usual; }, 2000);
  });

  // Links that change one part of a page: the part alone is put in place, and the address follows.
  const centre = () => document.querySelectorAll("[data-centred] [aria-current]").forEach((link) => {
    const row = link.parentElement;
    row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  });
  centre();
  let swaps = 0;
  const swap = async (address, id, focus) => {
    const number = ++swaps;
    // Outlines of what is to come, unless it comes at once.
    const waiting = setTimeout(() => document.getElementById("standing")?.setAttribute("aria-busy", "true"), 150);
    const answer = await fetch(address).catch(() => null);
    const page = answer?.ok ? parse(await answer.text()) : null;
    clearTimeout(waiting);
    // What was chosen meanwhile counts.
    if (number !== swaps) return false;
    const fresh = page?.getElementById(id);
    if (!fresh) { location.href = address; return false; }
    document.getElementById(id).replaceWith(fresh);
    document.title = page.title;
    centre();
    const focused = fresh.querySelector(`[data-focus="${focus}"]`) ?? (focus === undefined ? null : fresh.querySelector("[aria-current]"));
    focused?.focus({ preventScroll: true });
    announce(fresh.dataset.says ?? "");
    return true;
  };
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-swap]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { href } = link, { swap: id, focus } = link.dataset;
    history.replaceState({ swap: id }, "");
    if (await swap(href, id, focus ?? null)) history.pushState({ swap: id }, "", href);
  });
  addEventListener("popstate", (event) => { if (event.state?.swap) swap(location.href, event.state.swap); });

  // A swipe goes to what is beside.
  let touched = null;
  document.addEventListener("touchstart", (event) => {
    const [touch] = event.touches;
    touched = event.touches.length === 1 && event.target.closest("[data-swipe]") ? { x: touch.clientX, y: touch.clientY } : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!touched) return;
    const [touch] = event.changedTouches;
    const across = touch.clientX - touched.x, down = touch.clientY - touched.y;
    touched = null;
    if (Math.abs(across) < 60 || Math.abs(across) < 2 * Math.abs(down)) return;
    document.querySelector(`[data-swipe-to="${across < 0 ? "next" : "back"}"]`)?.click();
  }, { passive: true });

  // Menus close when something else is touched or comes to have the focus, which they would cover, and on Escape.
  const close = (except) => document.querySelectorAll("details.menu[open]").forEach((menu) => { if (menu !== except) menu.open = false; });
  // Of a row that goes on beside the screen, browsers leave what is focused where it is as long as some of it shows.
  document.addEventListener("focusin", ({ target }) => {
    if (isByKeyboard && target.closest(".filters, .tabs, [data-centred]")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  for (const name of ["click", "focusin"]) {
    document.addEventListener(name, (event) => close(event.target.closest("details.menu")));
  }
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
  });
})();
