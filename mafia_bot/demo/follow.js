// Added to the simulator's page: keeps the newest message in sight unless the person scrolls up to read, and
// writes a mention inside an embed as a name, as Discord's own client does.
let held = false;
addEventListener("wheel", (e) => { if (e.deltaY < 0) held = true; }, { passive: true });
addEventListener("touchmove", () => { held = true; }, { passive: true });
addEventListener("keydown", (e) => {
  if (["PageUp", "Home", "ArrowUp"].includes(e.key) && e.target.id !== "channel-composer-input") held = true;
});
addEventListener("change", (e) => { if (e.target.id === "viewer-picker") held = false; });

function busy() {
  if (document.querySelector("#modal-root[aria-hidden=false]")) return true;
  return [...document.querySelectorAll("[role=listbox]")].some((list) => list.getClientRects().length > 0);
}

setInterval(() => {
  const timeline = document.getElementById("channel-timeline");
  const newest = document.getElementById("new-messages");
  if (!timeline || !newest || !timeline.clientHeight) return;
  const below = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight;
  if (below <= 1) { held = false; return; }
  if (!held && below > 24 && !busy()) newest.click();
}, 400);

function nameMentions() {
  const names = new Map([...document.querySelectorAll("#viewer-picker option")].map((o) => [o.value, o.textContent]));
  const list = document.getElementById("channel-message-list");
  if (!list || !names.size) return;
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.data.includes("<@")) continue;
    const named = node.data.replace(/<@(\d+)>/g, (raw, id) => (names.has(id) ? "@" + names.get(id) : raw));
    if (named !== node.data) node.data = named;
  }
}

new MutationObserver(nameMentions).observe(document.body, { childList: true, subtree: true });
