// The replay of a game: a slider and the arrow keys beside the links, which lead to the same pages. A turn is fetched as
// the page that it has, and its part is put in the place of the one that is shown; so there is nothing here to be drawn.

const parser = new DOMParser();
const slider = document.getElementById("slider");
const fresh = document.getElementById("fresh");
const of = Number(slider.dataset.of);
const POLL_MS = 15000;

let wanted = shown();
let busy = false;
let range, label;

function shown() {
  return Number(document.getElementById("turn").dataset.number);
}

function path(number) {
  return `${slider.dataset.page}/turns/${number}${location.search}`;
}

async function page(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return parser.parseFromString(await answer.text(), "text/html");
}

// Whoever moves on while a turn is on its way is shown the last that he asked for, and none in between.
async function go(number) {
  wanted = Math.min(of, Math.max(1, number));
  range.value = wanted;
  label.textContent = `Turn ${wanted} of ${of}`;
  if (busy) return;
  busy = true;
  try {
    while (wanted !== shown()) {
      const number = wanted;
      const found = await page(path(number));
      const open = document.querySelector("figcaption details")?.open;
      const turn = document.importNode(found.getElementById("turn"), true);
      if (open) turn.querySelector("figcaption details").open = true;
      document.getElementById("turn").replaceWith(turn);
      document.title = found.title;
      history.replaceState(null, "", path(number));
    }
    if (wanted < of) fetch(`${slider.dataset.page}/turns/${wanted + 1}/map.svg${location.search}`, { priority: "low" });
  } catch {
    location.assign(path(wanted));
  } finally {
    busy = false;
  }
}

function arrows(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // These have a use of their own for the arrows.
  if (event.target.closest("input, textarea, select, pre, .wide")) return;
  if (event.key === "ArrowLeft") go(wanted - 1);
  else if (event.key === "ArrowRight") go(wanted + 1);
  else return;
  event.preventDefault();
}

function clicked(event) {
  const link = event.target.closest(".turns a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const number = Number(new URL(link.href).pathname.split("/").pop());
  event.preventDefault();
  const rel = link.rel;
  go(number).then(() => document.querySelector(`.turns a[rel="${rel}"]`)?.focus());
}

// The browser asks by the ETag: as long as nothing can be seen that is new, the answer is a few bytes.
let etag;
async function look() {
  if (document.hidden) return;
  const answer = await fetch(fresh.dataset.watch, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) return;
  const now = answer.headers.get("ETag");
  if (etag && now !== etag) {
    const link = document.createElement("a");
    link.href = slider.dataset.page;
    link.textContent = "Something has happened: show it";
    fresh.replaceChildren(link);
  }
  etag ??= now;
}

if (of > 1) {
  const around = document.createElement("label");
  label = document.createElement("span");
  range = document.createElement("input");
  Object.assign(range, { type: "range", min: 1, max: of, value: wanted });
  label.textContent = `Turn ${wanted} of ${of}`;
  around.append(label, range);
  slider.replaceChildren(around);
  range.addEventListener("input", () => go(Number(range.value)));
  document.addEventListener("keydown", arrows);
  document.addEventListener("click", clicked);
}
if (fresh.dataset.watch) {
  look();
  setInterval(look, POLL_MS);
}
