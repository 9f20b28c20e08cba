// Progressive enhancement: every link and form also works without this script.
"use strict";
(() => {
  const announcer = document.getElementById("announcer");
  // One line per announcement, so that a new one doesn't interrupt the last.
  const announce = (text) => {
    const line = document.createElement("p");
    line.textContent = text;
    announcer.append(line);
    while (announcer.childElementCount > 4) announcer.firstElementChild.remove();
  };
  const fetchFragment = (address, options = {}) =>
    fetch(address, { ...options, headers: { "Paceline-Fragment": "1", ...options.headers } });
  const parse = (markup) => new DOMParser().parseFromString(markup, "text/html");
  const debounce = (action, pause = 250) => {
    let timer;
    return (...values) => { clearTimeout(timer); timer = setTimeout(() => action(...values), pause); };
  };

  // The server needs the user's time zone to know which day it is.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.querySelectorAll("[data-time-zone]").forEach((field) => { field.value = zone; });

  // Shows whether a username is available while the user types.
  document.querySelectorAll("[data-available]").forEach((field) => {
    const hint = document.getElementById(`hint-${field.name}`);
    const original = hint.textContent;
    hint.setAttribute("aria-live", "polite");
    const look = debounce(async () => {
      const name = field.value.trim();
      if (name.length < 3) { hint.textContent = original; return; }
      const response = await fetchFragment(`${field.dataset.available}?username=${encodeURIComponent(name)}`);
      if (response.ok && field.value.trim() === name) hint.replaceChildren(...parse(await response.text()).body.childNodes);
    });
    field.addEventListener("input", look);
  });

  // Forms for passkeys: the browser asks its user, and the form sends what it answers.
  const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const toKeys = (ids) => ids.split(" ").filter(Boolean).map((id) => ({ type: "public-key", id: toBytes(id) }));
  const createPasskey = async ({ passkey, challenge, user, account, display, ids, algorithms }) => {
    const { response } = await navigator.credentials.create({ publicKey: {
      rp: { id: passkey, name: passkey }, user: { id: toBytes(user), name: account, displayName: display },
      challenge: toBytes(challenge), excludeCredentials: toKeys(ids), attestation: "none", timeout: 300_000,
      pubKeyCredParams: algorithms.split(" ").map((number) => ({ type: "public-key", alg: Number(number) })),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    } });
    return { publicKey: response.getPublicKey(), authenticatorData: response.getAuthenticatorData(), clientDataJSON: response.clientDataJSON };
  };
  const usePasskey = async ({ passkey, ids }) => {
    const { challenge } = await (await fetch("/v1/passkeys/challenges", { method: "POST" })).json();
    const { rawId, response } = await navigator.credentials.get({ publicKey: {
      rpId: passkey, challenge: toBytes(challenge), allowCredentials: toKeys(ids), userVerification: "required", timeout: 300_000,
    } });
    const { authenticatorData, clientDataJSON, signature, userHandle } = response;
    return { credentialId: rawId, authenticatorData, clientDataJSON, signature, userHandle };
  };
  document.querySelectorAll("[data-passkey]").forEach((form) => {
    const { passkey, challenge, failed } = form.dataset;
    form.hidden = !window.PublicKeyCredential || location.hostname !== passkey && !location.hostname.endsWith(`.${passkey}`);
    document.querySelectorAll("[data-no-passkey]").forEach((text) => { text.hidden = !form.hidden; });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (form.dataset.busy || !form.reportValidity()) return;
      form.dataset.busy = "1";
      const error = form.querySelector("[data-answer]");
      error.textContent = "";
      // Browsers do not tell a user who cancels apart from other failures.
      const answer = await (challenge ? createPasskey : usePasskey)(form.dataset).catch(() => null);
      delete form.dataset.busy;
      if (!answer) { error.textContent = failed; return; }
      for (const [name, bytes] of Object.entries(answer)) form.elements[name].value = bytes ? toText(bytes) : "";
      // The page carries a kept form only once.
      const kept = document.querySelector("#sign-in [name=kept]");
      if (kept) form.append(kept.cloneNode());
      form.submit();
    });
  });

  // Live forms, such as kudos, replace only their own part of the page.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const piece = form.closest("[data-piece]");
    if (!form.matches("[data-live]") || !piece) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const response = await fetchFragment(form.action, { method: "POST", body }).catch(() => null);
    // A rejected comment comes back with its error.
    const again = response?.status === 422 && parse(await response.text()).querySelector("form.say");
    if (again) { form.replaceWith(again); again.elements.text.focus(); return; }
    // What was typed stays if the server can't be reached, or asks to wait.
    if (form.dataset.failed && (!response || response.status === 429 || response.status >= 500)) {
      // The page of the error may say how long to wait.
      const page = parse(response ? await response.text().catch(() => "") : "");
      delete form.dataset.busy;
      const error = form.querySelector(".error") ?? form.appendChild(Object.assign(document.createElement("p"), { className: "error" }));
      error.setAttribute("role", "alert");
      error.textContent = page.querySelector(".message p")?.textContent ?? form.dataset.failed;
      return;
    }
    if (!response || !response.ok || response.redirected) { form.removeAttribute("data-live"); form.requestSubmit(event.submitter); return; }
    const fresh = parse(await response.text()).body.firstElementChild;
    const focused = document.activeElement && piece.contains(document.activeElement) && document.activeElement.dataset.focus;
    piece.replaceWith(fresh);
    if (focused) (fresh.dataset.focus === focused ? fresh : fresh.querySelector(`[data-focus="${focused}"]`))?.focus();
    if (fresh.dataset.says) announce(fresh.dataset.says);
  });
  // A menu submits at once after a click or touch. The keyboard passes other options on the way, so it gets a button.
  let isByKeyboard = false;
  document.addEventListener("keydown", () => { isByKeyboard = true; }, true);
  document.addEventListener("pointerdown", () => { isByKeyboard = false; }, true);
  document.addEventListener("change", ({ target }) => {
    if (!target.matches("[data-submits]")) return;
    if (isByKeyboard) { target.form.classList.add("by-keyboard"); } else { target.form.requestSubmit(); }
  });

  // Opens the comment form of a card in the feed.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-say]");
    const form = link && document.getElementById("say")?.content.firstElementChild;
    if (!form || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const talk = link.closest(".talk");
    if (!talk.querySelector(".say")) {
      const copy = document.importNode(form, true);
      const item = link.dataset.say;
      copy.action = `/items/${item}/comments`;
      copy.elements.return.value = `${location.pathname}${location.search}#item-${item}`;
      copy.elements.text.dataset.mentions = `/items/${item}/mentions`;
      talk.append(copy);
    }
    talk.querySelector(".say textarea").focus();
  });

  // The form to reply to a notification gets the focus when it opens, and closes with Escape.
  document.addEventListener("toggle", ({ target }) => { if (target.open && target.closest(".reply-box")) target.querySelector("textarea").focus(); }, true);
  document.addEventListener("keydown", ({ key, target }) => {
    const box = key === "Escape" && !names && target.closest(".reply-box details");
    if (!box) return;
    box.open = false;
    box.querySelector("summary").focus();
  });

  // Offers names after an @ in a comment. The focus stays in the field.
  let names;
  const typedName = (box) => box.value.slice(0, box.selectionStart).match(/(?<![\p{L}\p{N}@])@([\p{L}\p{N}_]{1,30})$/u)?.[1];
  const closeNames = () => {
    if (!names) return;
    const { box, list } = names;
    names = undefined;
    list.remove();
    ["aria-autocomplete", "aria-controls", "aria-activedescendant"].forEach((name) => box.removeAttribute(name));
  };
  const chooseName = (option) => {
    for (const other of names.list.children) other.setAttribute("aria-selected", String(other === option));
    names.chosen = option;
    names.box.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const insertName = (option) => {
    const { box } = names;
    const end = box.selectionStart;
    box.setRangeText(`@${option.dataset.name} `, end - (typedName(box)?.length ?? -1) - 1, end, "end");
    closeNames();
  };
  const offerNames = debounce(async (box) => {
    const typed = typedName(box);
    const response = typed && await fetchFragment(`${box.dataset.mentions}?q=${encodeURIComponent(typed)}`).catch(() => null);
    const list = response?.ok && !response.redirected && parse(await response.text()).getElementById("names");
    if (typedName(box) !== typed) return;
    closeNames();
    if (!list?.firstElementChild || document.activeElement !== box) return;
    names = { box, list };
    box.form.append(list);
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-controls", list.id);
    chooseName(list.firstElementChild);
    announce(list.dataset.says);
  }, 150);
  document.addEventListener("input", ({ target }) => { if (target.dataset.mentions) offerNames(target); });
  document.addEventListener("keydown", (event) => {
    if (event.target !== names?.box || event.isComposing || event.shiftKey) return;
    const options = [...names.list.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      chooseName(options.at((options.indexOf(names.chosen) + step) % options.length));
    } else if (event.key === "Enter" || event.key === "Tab") {
      insertName(names.chosen);
    } else if (event.key === "Escape") {
      closeNames();
    } else { return; }
    event.preventDefault();
  });
  // The field keeps the focus.
  document.addEventListener("mousedown", (event) => {
    const option = names && event.target.closest("#names [data-name]");
    if (!option) return;
    event.preventDefault();
    insertName(option);
  });
  document.addEventListener("focusout", ({ target }) => { if (target === names?.box) closeNames(); });

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

  // Replaces the bell with the server's version.
  const updateBell = (fresh) => {
    const bell = document.getElementById("bell");
    bell.replaceChildren(...fresh.childNodes);
    bell.setAttribute("aria-label", fresh.getAttribute("aria-label"));
    bell.dataset.unread = fresh.dataset.unread;
    // The inbox says the same. Its row stays, so that nothing moves.
    const reading = document.querySelector(".reading");
    if (!reading) return;
    const isRead = fresh.dataset.unread === "0";
    reading.querySelector("p").textContent = isRead ? "" : fresh.getAttribute("aria-label");
    reading.querySelector("button").hidden = isRead;
  };
  // Marks notifications as read once they were on the screen. Their highlights stay until the page is closed.
  const seen = new Set();
  const sendSeen = debounce(async () => {
    const forms = [...seen].slice(0, 100).map((row) => new FormData(row.querySelector("form")));
    [...seen].slice(0, 100).forEach((row) => seen.delete(row));
    const body = new URLSearchParams({ csrf: forms[0].get("csrf"), ids: forms.map((form) => form.get("ids")), upTo: Math.max(...forms.map((form) => form.get("upTo"))) });
    const response = await fetchFragment("/notifications/read", { method: "POST", body }).catch(() => null);
    if (response?.ok) updateBell(parse(await response.text()).getElementById("bell"));
    if (seen.size) sendSeen();
  }, 600);
  const reader = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => {
    reader.unobserve(target);
    delete target.dataset.seen;
    seen.add(target);
    sendSeen();
  }), { threshold: 0.5 });
  const markSeen = () => document.querySelectorAll("[data-seen]").forEach((row) => reader.observe(row));
  markSeen();

  // Infinite scroll. The history remembers how much was loaded, for those who open an item and come back.
  let [loaded, isRestoring] = [0, false];
  const remember = () => { if (loaded) history.replaceState({ ...history.state, loaded, top: scrollY }, ""); };
  document.addEventListener("click", (event) => { if (event.target.closest("a[href]")) remember(); }, true);
  const loadMore = async (link) => {
    if (link.dataset.busy) return;
    link.dataset.busy = "1";
    const response = await fetch(link.href).catch(() => null);
    if (!response || !response.ok) { delete link.dataset.busy; return; }
    const next = parse(await response.text());
    const list = document.getElementById(link.dataset.more);
    const more = next.getElementById(link.dataset.more);
    const first = more && more.firstElementChild;
    if (more) list.append(...more.children);
    loaded += 1;
    const after = next.querySelector(`[data-more="${link.dataset.more}"]`);
    const hadFocus = document.activeElement === link;
    // Replaces the link instead of moving it: browsers count moved elements as layout shifts.
    const place = link.closest(".more") ?? link;
    if (after) { place.replaceWith(after.closest(".more") ?? after); if (!isRestoring) watcher.observe(after); } else { place.remove(); }
    if (hadFocus && first) first.querySelector("a, button")?.focus();
    markSeen();
  };
  const watcher = new IntersectionObserver(
    (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => loadMore(entry.target)),
    { rootMargin: "600px" });
  const watchMore = () => document.querySelectorAll("[data-more]").forEach((link) => watcher.observe(link));
  const restore = async ({ loaded: wanted, top }) => {
    isRestoring = true;
    for (let link; loaded < wanted && link !== (link = document.querySelector("[data-more]"));) await loadMore(link);
    isRestoring = false;
    scrollTo({ top });
  };
  if (history.state?.loaded) { restore(history.state).then(watchMore); } else { watchMore(); }

  // Search as you type.
  document.querySelectorAll("[data-search]").forEach((form) => {
    const results = document.getElementById(form.dataset.search);
    const look = debounce(async () => {
      const query = new URLSearchParams(new FormData(form)).toString();
      const response = await fetch(`${form.action}?${query}`).catch(() => null);
      if (!response || !response.ok || query !== new URLSearchParams(new FormData(form)).toString()) return;
      const fresh = parse(await response.text()).getElementById(results.id);
      results.replaceChildren(...fresh.childNodes);
      history.replaceState(null, "", `${form.getAttribute("action")}?${query}`);
      announce(results.querySelector("[data-says]")?.dataset.says ?? "");
    });
    form.addEventListener("input", look);
  });

  // Live updates. Content that the user is reading doesn't move.
  const openStream = () => {
    const address = new URL(document.body.dataset.stream, location.href);
    const [chip, feed, open] = ["[data-news]", "#feed", "[data-item]"].map((part) => document.querySelector(part));
    const news = new Set();
    // Batches events, with a random delay so that clients don't all reload at once.
    const batched = (action) => {
      let timer;
      return () => { timer ??= setTimeout(() => { timer = undefined; action(); }, 300 + 300 * Math.random()); };
    };
    const load = async (from) => {
      const response = await fetch(from).catch(() => null);
      // The user lost access to the page.
      if (response?.status === 404 && from === location.href) location.reload();
      return response?.ok ? parse(await response.text()) : null;
    };
    const findItem = (item) => document.getElementById(`item-${item}`) ?? document.querySelector(`[data-item="${item}"]`);
    const isTyped = (part) => [...part.querySelectorAll("input, textarea")].some((field) => field.value !== field.defaultValue);
    // A button or link that shows only the number, with the whole text for screen readers.
    const setCount = (item, selector, text, shown = "") => {
      const part = findItem(item)?.querySelector(selector);
      part?.setAttribute("aria-label", text);
      part?.lastElementChild.replaceChildren(shown);
    };
    const replace = (old, fresh) => { if (old && fresh && !old.contains(document.activeElement) && !isTyped(old)) old.replaceWith(fresh); };
    const showChip = (text) => { chip.textContent = text; chip.hidden = false; announce(text); };
    const isFor = (part, name) => part?.dataset.when?.split(" ").includes(name);

    const refreshBell = batched(async () => {
      const response = await fetchFragment("/notifications/waiting").catch(() => null);
      const fresh = response?.ok && parse(await response.text());
      const bell = fresh && fresh.getElementById("bell");
      if (!bell) return;
      const [before, unread] = [document.getElementById("bell"), bell].map((part) => Number(part.dataset.unread));
      const { says } = bell.dataset;
      updateBell(bell);
      document.getElementById("request-badge").hidden = fresh.getElementById("request-badge").hidden;
      if (isFor(chip, "notifications")) {
        if (!unread) { chip.hidden = true; } else if (unread > before) { showChip(chip.textContent); }
      } else if (unread > before) { announce(says); }
    });
    const refreshItem = batched(async () => {
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
    // Keeps open details and the focus when a part is refreshed.
    const refreshPart = batched(async () => {
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
    const refreshCard = async (item) => {
      const response = await fetchFragment(`/items/${item}/card`).catch(() => null);
      if (response?.ok) replace(findItem(item), parse(await response.text()).body.firstElementChild);
    };
    const showNewItems = () => {
      if (chip && news.size) showChip((news.size === 1 ? chip.dataset.one : chip.dataset.other).replace("{count}", news.size));
    };
    const showFeed = (page) => {
      const fresh = page.getElementById("feed");
      // A card with a comment that the user is writing stays as it is.
      for (const card of [...feed.children].filter((card) => card.id && isTyped(card))) fresh.querySelector(`#${card.id}`)?.replaceWith(card);
      feed.replaceChildren(...fresh.childNodes);
      document.querySelector("[data-more]")?.closest(".more").remove();
      const more = page.querySelector("[data-more]");
      if (more) { feed.after(more.closest(".more")); watchMore(); }
      loaded = 0;
      document.querySelectorAll(".week").forEach((week, place) => replace(week, page.querySelectorAll(".week")[place]));
      const first = [...news].map(findItem).find((item) => item);
      news.clear();
      // A new puzzle can be below the fold, since workouts come first.
      first?.querySelector("h3 a, p > a")?.focus();
    };
    const showPart = (page) => {
      const part = page.getElementById(chip.dataset.news);
      document.getElementById(part.id).replaceWith(part);
      watchMore();
      markSeen();
      part.querySelector("li a, li button")?.focus({ preventScroll: true });
    };
    chip?.addEventListener("click", async () => {
      const page = await load(location.href);
      if (!page) return;
      scrollTo({ top: 0 });
      if (feed) { showFeed(page); } else { showPart(page); }
      chip.hidden = true;
    });

    const refreshPartFor = (name) => {
      if (isFor(document.querySelector("[data-from]"), name)) refreshPart();
    };
    const handlers = {
      item: ({ item, kind }) => {
        if (kind) refreshPartFor(kind);
        if (open?.dataset.item === item) { refreshItem(); } else if (findItem(item)) { refreshCard(item); } else if (feed) { news.add(item); showNewItems(); }
      },
      removed: ({ item }) => {
        ["score", "workout"].forEach(refreshPartFor);
        refreshBell();
        if (open?.dataset.item === item) { location.reload(); return; }
        news.delete(item);
        const card = document.getElementById(`item-${item}`);
        if (!card) return;
        card.style.minHeight = `${card.offsetHeight}px`;
        card.classList.add("gone");
        card.textContent = document.body.dataset.gone;
      },
      kudos: ({ item, text, shown, isMine }) => {
        setCount(item, "[data-kudos]", text, shown);
        // The names beside the pictures may no longer be all.
        findItem(item)?.querySelector(".givers > span + span")?.remove();
        const button = findItem(item)?.querySelector("[data-focus=kudos]");
        if (button && isMine !== undefined) {
          button.setAttribute("aria-pressed", isMine);
          button.form.elements.given.value = isMine ? "0" : "1";
        }
        if (open?.dataset.item === item) refreshItem();
      },
      comment: ({ item, text, shown, latest }) => {
        setCount(item, "[data-say]", text, shown);
        if (latest) findItem(item)?.querySelector("[data-latest]")?.replaceChildren(...parse(latest).body.childNodes);
        if (open?.dataset.item === item) refreshItem();
      },
      notifications: refreshBell,
      people: () => {
        refreshBell();
        if (isFor(chip, "people")) showChip(chip.textContent);
        if (open) refreshItem();
      },
      score: () => refreshPartFor("score"),
      group: () => refreshPartFor("group"),
      groupLost: ({ group }) => {
        refreshBell();
        const part = document.querySelector(`[data-group="${group}"]`);
        if (!part) return;
        part.replaceChildren(document.getElementById("lost").content.cloneNode(true));
        const heading = part.querySelector("h2");
        heading.focus({ preventScroll: true });
        announce(heading.textContent);
      },
      reset: () => { if (isTyped(document)) { refreshBell(); } else { location.reload(); } },
    };
    let source;
    const connect = () => {
      if (document.hidden || source && source.readyState !== EventSource.CLOSED) return;
      source = new EventSource(address);
      for (const [name, handle] of Object.entries(handlers)) {
        source.addEventListener(name, (event) => {
          address.searchParams.set("after", event.lastEventId);
          handle(JSON.parse(event.data));
        });
      }
    };
    // Browsers and users have few streams, so hidden pages close theirs.
    const disconnectIfHidden = debounce(() => { if (document.hidden) source?.close(); }, 1_000);
    document.addEventListener("visibilitychange", () => { if (document.hidden) { disconnectIfHidden(); } else { connect(); } });
    addEventListener("pagehide", () => source?.close());
    addEventListener("pageshow", connect);
    connect();
  };
  if (document.body.dataset.stream) openStream();

  // Adds rows to lists in forms.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-more-rows]");
    if (!button) return;
    event.preventDefault();
    const list = document.querySelector(`[data-rows="${button.dataset.moreRows}"]`);
    const row = list.lastElementChild.cloneNode(true);
    const number = Number(row.querySelector("[name]").name.split(".")[1]) + 1;
    if (number >= Number(button.dataset.most)) return;
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

  // Draws the parts of a form again for another sport or session, as its buttons do without this script.
  const redraw = async (form, reason) => {
    const read = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string")).toString();
    const sent = read();
    const response = await fetchFragment(form.action, { method: "POST", body: new URLSearchParams(`${sent}&redraw=${reason}`) }).catch(() => null);
    if (!response?.ok || response.redirected) return;
    const page = parse(await response.text());
    // The user typed on in the meantime.
    if (read() !== sent) { redraw(form, reason); return; }
    const { id } = document.activeElement;
    for (const part of ["basics", "effort", "lists"]) {
      const [old, fresh] = [document, page].map((content) => content.getElementById(part));
      if (old.open) fresh.open = true;
      old.replaceWith(fresh);
    }
    document.getElementById(id)?.focus({ preventScroll: true });
    if (reason === "pattern") announce(document.querySelector("#lists [data-says]")?.dataset.says ?? "");
  };
  const redrawSoon = debounce(redraw, 150);
  document.addEventListener("change", ({ target }) => {
    const reason = target.dataset.redraw;
    if (reason === "sport" || reason && /\d/.test(target.value)) redrawSoon(target.form, reason);
  });

  // Publishes an import in steps and shows the progress.
  const publish = async (form) => {
    const [bar, error, button] = ["progress", ".error", "button"].map((part) => form.querySelector(part));
    bar.parentElement.hidden = false;
    button.disabled = true;
    error.textContent = "";
    const body = new FormData(form);
    for (;;) {
      const response = await fetchFragment(form.action, { method: "POST", body }).catch(() => null);
      if (!response?.ok || response.redirected) { error.textContent = form.dataset.failed; button.disabled = false; return; }
      const fresh = parse(await response.text()).body.firstElementChild;
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

  // The main sport is not offered again among the others.
  const sport = document.querySelector("select[name=sport]");
  sport?.addEventListener("change", () => {
    document.querySelectorAll("[name^='sports.']").forEach((box) => {
      box.closest("label").classList.toggle("unscripted", box.name === `sports.${sport.value}`);
    });
  });

  // Shares and copies codes. The clipboard API needs HTTPS; copying a selection doesn't.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-share]");
    if (!button) return;
    if (button.dataset.share && navigator.share) {
      await navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
      return;
    }
    getSelection().selectAllChildren(button.closest(".code").querySelector(".link"));
    if (!document.execCommand("copy")) return;
    const original = button.textContent;
    button.textContent = button.dataset.done;
    announce(button.dataset.done);
    setTimeout(() => { button.textContent = original; }, 2000);
  });

  // Swaps one part of the page and updates the address.
  const centre = () => document.querySelectorAll("[data-centred] [aria-current]").forEach((link) => {
    const row = link.parentElement;
    row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  });
  centre();
  let swaps = 0;
  const swap = async (address, id, focus) => {
    const number = ++swaps;
    // Shows a skeleton if loading takes a while.
    const waiting = setTimeout(() => document.getElementById("standing")?.setAttribute("aria-busy", "true"), 150);
    const response = await fetch(address).catch(() => null);
    const page = response?.ok ? parse(await response.text()) : null;
    clearTimeout(waiting);
    // A later swap wins.
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

  // Swipes move to the previous or next game.
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

  // Menus close on Escape, and when the user clicks or focuses anything else.
  const closeMenus = (except) => document.querySelectorAll("details.menu[open]").forEach((menu) => { if (menu !== except) menu.open = false; });
  // Browsers don't scroll a focused link into view if part of it is visible.
  document.addEventListener("focusin", ({ target }) => {
    if (isByKeyboard && target.closest(".filters, .tabs, [data-centred]")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  for (const name of ["click", "focusin"]) {
    document.addEventListener(name, (event) => closeMenus(event.target.closest("details.menu")));
  }
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
  });
})();
