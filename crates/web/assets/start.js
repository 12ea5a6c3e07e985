// @ts-check
// What everybody may load: trades the token in the address for a cookie and a key, and then loads the application.

const TOKEN = /^[0-9a-f]{32}$/;

/** Trades the token in the address, which is void then and leaves the address at once. The key, or "". */
async function trade() {
  const token = location.hash.slice(1);
  if (!TOKEN.test(token)) return "";
  history.replaceState(null, "", "/");
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch("/enter", { method: "POST", headers, body: JSON.stringify({ token }) });
  return reply.ok ? (await reply.json()).key : "";
}

/** The key, which a browser keeps for this address and port alone; "" if nobody has opened the address here. */
async function enter() {
  const fresh = await trade();
  if (fresh !== "") {
    // A browser that keeps nothing shows this window until it is loaded anew.
    try { localStorage.setItem("key", fresh); } catch {}
    return fresh;
  }
  let kept = "";
  try { kept = localStorage.getItem("key") ?? ""; } catch {}
  const known = kept !== "" && (await fetch("/api/hello", { headers: { "Nodealer-Key": kept } })).ok;
  return known ? kept : "";
}

/** An address that was opened in a window of this page only changes what stands behind its #. */
addEventListener("hashchange", () => {
  if (TOKEN.test(location.hash.slice(1))) location.reload();
});

/** Another window has opened the address of a server that was started anew here: this one goes on with it. */
addEventListener("storage", (event) => {
  if (event.key === "key") location.reload();
});

async function start() {
  const key = await enter();
  if (key === "") {
    const say = document.createElement("p");
    say.textContent = "This does not open the page: an address that nodealer prints does so once, in one browser. " +
      "Go on in the browser that has opened it. If nodealer was started again since, open the address that it printed last. " +
      "Otherwise stop it with Ctrl-C and start it again, and it prints a new address: " +
      "“nodealer resume --web” goes on with a match that was under way, and “nodealer web” opens the page without one.";
    document.body.replaceChildren(say);
    return;
  }
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "/style.css";
  const loaded = new Promise((done) => style.addEventListener("load", done));
  document.head.append(style);
  const [app] = await Promise.all([import("./app.js"), loaded]);
  app.run(key);
}

start();
