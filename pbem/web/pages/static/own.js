// A seat's page: orders are checked without leaving it, and written by picking pieces and places on the map. What can be
// picked the server says, by the text as it stands: nothing here knows a rule. Without this the forms do the same.

const own = document.getElementById("own");
const form = document.getElementById("orders");
const text = document.getElementById("text");
const $ = (id) => document.getElementById(id);
const POLL_MS = 1500, TYPED_MS = 500, LONGEST_POLL_MS = 120000;

async function ask(what, more = {}) {
  const answer = await fetch(`${own.dataset.page}/${what}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-Pbem-Form": own.dataset.form },
    body: JSON.stringify({ text: text.value, step: Number(own.dataset.step), ...more }),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error ?? `status ${answer.status}`);
  return told;
}

function made(tag, words = "", facts = {}) {
  const element = document.createElement(tag);
  element.textContent = words;
  for (const [name, value] of Object.entries(facts)) element.setAttribute(name, value);
  return element;
}

// --- Checking ------------------------------------------------------------------------------------------------------

function part(section) {
  const parts = section.title ? [made("h3", section.title)] : [];
  if (section.kind === "answers" || section.kind === "list") {
    const list = made("ul", "", section.kind === "answers" ? { class: "answers" } : {});
    for (const line of section.lines) {
      const entry = made("li", typeof line === "string" ? line : "");
      if (typeof line !== "string") {
        if (line.text) entry.append(made("code", line.text), " ");
        entry.append(made("b", line.mark), ` ${line.said}`);
      }
      list.append(entry);
    }
    parts.push(list);
  } else if (section.kind === "words") {
    parts.push(...section.lines.map((line) => made("p", line)));
  } else {
    const label = section.title ?? "As text";
    parts.push(made("pre", section.lines.join("\n"), { tabindex: "0", role: "region", "aria-label": label }));
  }
  return parts;
}

async function check(event) {
  event.preventDefault();
  const button = event.currentTarget, place = $("tried");
  button.disabled = true;
  try {
    const { tried, said } = await ask(button.id);
    const subject = tried.subject.charAt(0).toUpperCase() + tried.subject.slice(1);
    const told = said ? [made("p", said)] : [];
    place.replaceChildren(made("h2", subject), ...told, ...tried.sections.flatMap(part));
  } catch (error) {
    place.replaceChildren(made("p", `This could not be checked: ${error.message}.`));
  } finally {
    place.hidden = false;
    button.disabled = false;
    button.focus();
  }
}

$("check")?.addEventListener("click", check);
$("odds")?.addEventListener("click", check);

// --- Sent: whether it was read -------------------------------------------------------------------------------------

const became = $("became");
if (became?.dataset.watch) {
  const until = Date.now() + LONGEST_POLL_MS;
  const look = async () => {
    const answer = await fetch(became.dataset.watch).catch(() => null);
    const told = answer?.ok ? await answer.json() : null;
    if (told && told.state !== "waits") location.replace(became.dataset.then);
    else if (Date.now() < until) setTimeout(look, POLL_MS);
  };
  setTimeout(look, POLL_MS);
}

// --- The order helper ----------------------------------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";
const sheet = $("sheet");
let offer, picked = null, asked = 0, field = null;

function lines() {
  return text.value.split("\n");
}

// An order is added below the others, or takes the place of lines that the server names by their numbers.
function put({ text: order, lines: instead = [] }) {
  if (instead.length) {
    const first = Math.min(...instead);
    const kept = lines().map((line, at) => (at + 1 === first ? order : instead.includes(at + 1) ? null : line));
    text.value = kept.filter((line) => line !== null).join("\n");
    return;
  }
  const kept = text.value.replace(/\s+$/, "");
  text.value = kept ? `${kept}\n${order}` : order;
  text.scrollTop = text.scrollHeight;
}

function takeLast() {
  const kept = lines();
  for (let at = kept.length - 1; at >= 0; at -= 1) {
    const line = kept[at].trim();
    if (line && !line.startsWith("#")) {
      kept.splice(at, 1);
      break;
    }
  }
  text.value = kept.join("\n");
}

function key(words, act, facts = {}) {
  const button = made("button", words, { type: "button", ...facts });
  button.addEventListener("click", act);
  return button;
}

function onMap(place, words, act, kind, facts = {}) {
  const spot = offer.board.spots[place];
  if (!spot) return null;
  const button = key("", act, { class: `spot ${kind}`, "aria-label": words, title: words, ...facts });
  button.style.left = `${(100 * spot[0]) / offer.board.width}%`;
  button.style.top = `${(100 * spot[1]) / offer.board.height}%`;
  const size = `max(24px, ${(100 * offer.board.size) / offer.board.width}%)`;
  button.style.width = size;
  button.style.aspectRatio = "1";
  return button;
}

// Picked in a list, the focus goes on to what it can do; on the map it stays where it is.
async function pick(piece, quietly = false) {
  picked = picked === piece && !quietly ? null : piece;
  $("by-keys").hidden = true; // until the shadow is that of the piece
  await refresh(quietly ? null : picked ? "ways" : "pieces");
}

async function write(way) {
  put(way);
  picked = null;
  await refresh("pieces");
}

// --- Dragging a piece to its place ---------------------------------------------------------------------------------

const FAR_ENOUGH = 6; // pixels, before a press becomes a drag
let dragged = null;

function draggable(button, piece) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && !dragged) dragged = { piece, button, x: event.clientX, y: event.clientY, ghost: null };
  });
  return button;
}

function onSheet(event) {
  const box = sheet.getBoundingClientRect(), { width, height } = offer.board;
  return [((event.clientX - box.left) * width) / box.width, ((event.clientY - box.top) * height) / box.height];
}

function follow(event) {
  const [x, y] = onSheet(event);
  dragged.ghost.style.left = `${(100 * x) / offer.board.width}%`;
  dragged.ghost.style.top = `${(100 * y) / offer.board.height}%`;
}

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  if (!dragged.ghost) {
    if (Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < FAR_ENOUGH) return;
    dragged.ghost = made("span", dragged.button.textContent, { class: "spot piece ghost", "aria-hidden": "true" });
    dragged.ghost.style.width = `max(24px, ${(100 * offer.board.size) / offer.board.width}%)`;
    sheet.append(dragged.ghost);
    picked = dragged.piece;
    dragged.known = refresh();
  }
  event.preventDefault();
  follow(event);
});

document.addEventListener("pointerup", async (event) => {
  const drop = dragged;
  dragged = null;
  if (!drop?.ghost) return;
  drop.ghost.remove();
  addEventListener("click", (click) => { click.stopPropagation(); click.preventDefault(); }, { capture: true, once: true });
  setTimeout(() => dispatchEvent(new Event("click")), 0); // a drag that ends elsewhere brings no click to be kept away
  const [x, y] = onSheet(event);
  await drop.known;
  const far = ({ to }) => {
    const spot = offer.board.spots[to];
    return spot ? Math.hypot(spot[0] - x, spot[1] - y) : Infinity;
  };
  const nearest = offer.ways.reduce((best, way) => (far(way) < (best ? far(best) : Infinity) ? way : best), null);
  if (picked !== drop.piece || !nearest || far(nearest) > 0.75 * offer.board.step) return;
  const same = offer.ways.filter((way) => way.to === nearest.to);
  if (same.length === 1) write(same[0]);
  else choose(nearest.to);
});

document.addEventListener("pointercancel", () => { dragged?.ghost?.remove(); dragged = null; });

function groups(all, by) {
  const found = new Map();
  for (const each of all) found.set(each[by], [...(found.get(each[by]) ?? []), each]);
  return found;
}

function draw(focus) {
  const { board, pieces, ways, plain, moves, said } = offer;
  sheet.querySelectorAll(".spot:not(.ghost), svg").forEach((each) => each.remove());
  // So wide that places next to each other can be told apart by a finger; the map then scrolls.
  sheet.style.minWidth = `${Math.min(1400, Math.ceil((26 * board.width) / board.step))}px`;
  // The picture may still be on its way: what is drawn over it has its place all the same.
  $("map").style.aspectRatio = `${board.width} / ${board.height}`;
  const over = document.createElementNS(SVG, "svg");
  over.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
  over.setAttribute("aria-hidden", "true");
  for (const [from, to] of moves) {
    const [start, end] = [board.spots[from], board.spots[to]];
    if (!start || !end) continue;
    const line = document.createElementNS(SVG, "line");
    Object.entries({ x1: start[0], y1: start[1], x2: end[0], y2: end[1] }).forEach(([name, at]) => line.setAttribute(name, at));
    over.append(line);
  }
  sheet.append(over);
  if (!sheet.dataset.shown) {
    // On a small screen a part of the map is seen: the part where there is something to be picked.
    const at = pieces.map((each) => board.spots[each.at]).filter(Boolean);
    const middle = at.reduce((sum, [x]) => sum + x, 0) / (at.length || 1);
    const field = sheet.parentElement;
    const move = () => { field.scrollLeft = (middle / board.width) * sheet.offsetWidth - field.clientWidth / 2; };
    if (at.length) {
      move();
      // Before all is laid out there may be nothing to be moved.
      if (document.readyState !== "complete") addEventListener("load", move, { once: true });
    }
    sheet.dataset.shown = "yes";
  }
  const pressed = (piece) => ({ "aria-pressed": String(piece === picked) });
  const buttons = [...groups(pieces, "at")].map(([at, there]) => {
    const [first] = there;
    // Several on one place are told apart in the list.
    const act = () => (there.length === 1 ? pick(first.piece) : $("pieces").querySelector(`[data-at="${CSS.escape(at)}"]`)?.focus());
    const facts = pressed(there.find((each) => each.piece === picked)?.piece ?? first.piece);
    const button = onMap(at, `${there.map((each) => each.piece).join(", ")} on ${at}`, act, "piece", facts);
    if (button && first.mark) button.append(made("span", first.mark));
    return button && there.length === 1 ? draggable(button, first.piece) : button;
  });
  for (const [to, found] of picked ? groups(ways, "to") : []) {
    const words = found.map((way) => way.said).join(", or ");
    const act = () => (found.length === 1 ? write(found[0]) : choose(to));
    buttons.push(onMap(to, `${picked} to ${words}`, act, "way"));
  }
  if (field) field.draw(offer, picked);
  else sheet.append(...buttons.filter(Boolean));
  const listed = (each) => key(each.piece, () => pick(each.piece), { ...pressed(each.piece), "data-at": each.at });
  $("pieces").replaceChildren(...pieces.map((each) => (field ? listed(each) : draggable(listed(each), each.piece))));
  $("ways-title").hidden = !picked;
  $("ways-title").textContent = picked ? (ways.length ? `Where ${picked} can go` : `${picked} can do nothing now`) : "";
  $("ways").replaceChildren(...(picked ? ways : []).map((way) => key(way.said, () => write(way), { "data-to": way.to })));
  $("by-keys").hidden = !(picked && field);
  const undo = lines().some((line) => line.trim() && !line.trim().startsWith("#"));
  $("plain").replaceChildren(
    ...plain.map((way) => key(way.said, () => write(way))),
    ...(undo ? [key("Take the last line away", () => { takeLast(); picked = null; refresh("pieces"); })] : []),
  );
  $("helper-said").textContent = picked && offer.field ? offer.field.about : said;
  if (focus === "ways") ($("ways").querySelector("button") ?? $("pieces").querySelector('[aria-pressed="true"]'))?.focus();
  if (focus === "pieces") ($("pieces").querySelector("button") ?? $("plain").querySelector("button") ?? $("send")).focus();
}

// Where several orders lead to one place, they are told apart in the list.
function choose(to) {
  $("ways").querySelector(`[data-to="${CSS.escape(to)}"]`)?.focus();
}

async function refresh(focus = null) {
  const number = (asked += 1);
  $("helper").setAttribute("aria-busy", "true");
  try {
    const found = await ask("helper", picked ? { piece: picked } : {});
    if (number !== asked) return;
    offer = found;
    if (offer.field) field ??= (await import("./field.js")).open({ ask, made, pick, put, refresh, sheet });
    draw(focus);
  } catch (error) {
    if (number === asked) $("helper-said").textContent = `The helper has no answer: ${error.message}.`;
  } finally {
    if (number === asked) $("helper").removeAttribute("aria-busy");
  }
}

// --- An order put together from fields -----------------------------------------------------------------------------

const fields = $("composing");

function filled() {
  const value = (name) => fields.querySelector(`[name="${name}"]`)?.value.trim() ?? "";
  const number = (name) => (shownBlank(name) && value(name) !== "" ? Number(value(name)) : null);
  const numbers = Object.fromEntries(["east", "north", "degrees", "yards"].map((name) => [name, number(name)]));
  const further = fields.querySelector('[name="further"]')?.checked ?? false;
  return { piece: value("piece"), kind: value("kind"), what: value("what"), further, ...numbers };
}

function shownBlank(name) {
  return fields.querySelector(`[data-blank="${name}"]`)?.hidden === false;
}

// Only the fields are shown that the kind of order needs.
function showBlanks() {
  const chosen = fields.querySelector('[name="kind"]').selectedOptions[0];
  const needed = chosen.dataset.blanks.split(" ");
  fields.querySelectorAll("[data-blank]").forEach((each) => { each.hidden = !needed.includes(each.dataset.blank); });
  const what = $("what-said");
  if (what) what.textContent = chosen.dataset.what || "At what, or where";
}

async function compose(event) {
  event.preventDefault();
  const told = await ask("propose", { proposal: filled() }).catch((error) => ({ said: `${error.message}.` }));
  $("composed").textContent = told.stands ? `Added: ${told.text}` : `Not added: ${told.said}`;
  if (!told.stands) return;
  put(told);
  await refresh();
}

if (fields && own && "helper" in own.dataset) {
  showBlanks();
  fields.querySelector('[name="kind"]').addEventListener("change", showBlanks);
  fields.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.matches("input")) compose(event); });
  $("compose").addEventListener("click", compose);
  let trying;
  fields.addEventListener("input", () => {
    clearTimeout(trying);
    trying = setTimeout(() => field?.propose(filled()), TYPED_MS);
  });
}

if (own && "helper" in own.dataset && sheet) {
  $("helper").hidden = false;
  $("lead").addEventListener("click", () => sheet.querySelector(".shadow-key")?.focus());
  let waiting;
  text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { picked = null; refresh(); }, TYPED_MS);
  });
  refresh();
}
