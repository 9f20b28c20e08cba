"""Pages that arrive slowly, in pieces."""
import http.server
import sys
import threading
import time
import urllib.error
import urllib.request

from playwright.sync_api import expect

from community import URL, first_link, open_pages, sign_in

# Enough that the browser paints between any two elements of a page.
PIECES = 60
PAUSE = 0.025
ADDRESSES = ["/", "/workouts/add", "/friends", "/friends/find", "/games", "/games/scores", "/groups", "/notifications", "/@demi", "/experience",
             "/settings/profile", "/welcome/profile"]


def slow(browser, scripted):
    """A member reads pages over a slow connection. Nothing already shown moves."""
    if not scripted:
        return
    member = open_pages(browser, 1, True)[0]
    sign_in(member, "demi", "paceline-demo")
    expect(member).to_have_url(f"{URL}/")
    links = [first_link(member, "/?show=rowing", ".item h3 a"), first_link(member, "/groups", ".list .strong-link")]
    server = QuietServer(("127.0.0.1", 0), SlowProxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for width, height in [(1280, 800), (360, 740)]:
        page = open_pages(browser, 1, True)[0]
        page.set_viewport_size({"width": width, "height": height})
        address = f"http://127.0.0.1:{server.server_port}"
        for visited in ["/", "/sign-up"]:
            page.goto(address + visited)
        page.goto(f"{address}/sign-in")
        page.get_by_label("Username").fill("demi")
        page.get_by_label("Password").fill("paceline-demo")
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url(f"{address}/")
        for visited in ADDRESSES + links:
            page.goto(address + visited)
        page.context.close()
    server.shutdown()


class QuietServer(http.server.ThreadingHTTPServer):
    """Expects that a page closes its connections when it is left."""

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class SlowProxy(http.server.BaseHTTPRequestHandler):
    """Passes requests on to the app, and sends pages back in pieces."""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.forward()

    def do_POST(self):
        self.forward(self.rfile.read(int(self.headers["Content-Length"])))

    def forward(self, body=None):
        if self.path.startswith("/live"):
            self.send_error(404)
            return
        # An uncompressed page can be painted from any piece on.
        kept = {name: value for name, value in self.headers.items() if name not in ("Host", "Accept-Encoding", "Connection")}
        if "Origin" in kept:
            kept["Origin"] = URL
        request = urllib.request.Request(URL + self.path, body, kept, method=self.command)
        try:
            response = urllib.request.build_opener(Unredirected).open(request)
        except urllib.error.HTTPError as error:
            response = error
        content = response.read()
        self.send_response(response.status)
        for name, value in response.headers.items():
            if name.lower() not in ("content-length", "transfer-encoding", "connection", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if not (response.headers["Content-Type"] or "").startswith("text/html"):
            self.wfile.write(content)
            return
        length, start = len(content) // PIECES + 1, 0
        while start < len(content):
            # Up to the next tag: a text that arrives in parts may wrap, which no page can prevent.
            tag = content.find(b"<", start + length)
            end = tag if tag > 0 else len(content)
            self.wfile.write(content[start:end])
            time.sleep(PAUSE)
            start = end

    def log_message(self, *_):
        pass


class Unredirected(urllib.request.HTTPRedirectHandler):
    """Leaves redirections to the browser."""

    def redirect_request(self, *_):
        return None
