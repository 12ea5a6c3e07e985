// @ts-check
// What everybody may load: trades the token in the address for a cookie, and then loads the application.

const TOKEN = /^[0-9a-f]{32}$/;

/** Whether the cookie is good. */
async function known() {
  return (await fetch("/api/hello")).ok;
}

/** Trades the token in the address, which is void then and leaves the address at once. */
async function enter() {
  const token = location.hash.slice(1);
  if (!TOKEN.test(token)) return known();
  history.replaceState(null, "", "/");
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch("/enter", { method: "POST", headers, body: JSON.stringify({ token }) });
  return reply.ok || known();
}

/** An address that was opened in a window of this page only changes what stands behind its #. */
addEventListener("hashchange", () => {
  if (TOKEN.test(location.hash.slice(1))) location.reload();
});

async function start() {
  if (!(await enter())) {
    const say = document.createElement("p");
    say.textContent = "This address was opened before, or nodealer was started anew. " +
      "Open the address that nodealer prints now, or run “nodealer web” again.";
    document.body.replaceChildren(say);
    return;
  }
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "/style.css";
  const loaded = new Promise((done) => style.addEventListener("load", done));
  document.head.append(style);
  const [app] = await Promise.all([import("./app.js"), loaded]);
  app.run();
}

start();
