// The open field of a game whose pieces stand anywhere: a piece is dragged, or led by keys, as a shadow; its front and its
// corners turn and wheel it. Where it may go, and how far, the server says for each proposal; here is only drawn.

const SVG = "http://www.w3.org/2000/svg";
const LEAST_MS = 280; // between two questions while something is dragged
const STEP = 10, FINE = 1, TURN = 5; // yards and degrees of a key
const $ = (id) => document.getElementById(id);

export function open({ ask, made, pick, put, refresh, sheet }) {
  let offer, picked, told = null, kept = null; // `told` is the last proposal as it was judged
  let drag = null, at = null, waiting = null, busy = false, last = 0;

  function svg(tag, facts, words = "") {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(facts)) element.setAttribute(name, value);
    element.textContent = words;
    return element;
  }

  const points = (corners) => corners.map(([x, y]) => `${x},${y}`).join(" ");
  const middle = (corners) => [0, 1].map((axis) => corners.reduce((sum, each) => sum + each[axis], 0) / corners.length);
  const shape = (corners, kind) => svg("polygon", { points: points(corners), class: kind });

  function inYards(event) {
    const box = sheet.getBoundingClientRect(), { width, height } = offer.board, { origin, scale } = offer.field;
    const x = ((event.clientX - box.left) * width) / box.width, y = ((event.clientY - box.top) * height) / box.height;
    return { east: Math.round((x - origin[0]) / scale[0]), north: Math.round((y - origin[1]) / scale[1]) };
  }

  function onField(east, north) {
    const { origin, scale } = offer.field;
    return [origin[0] + scale[0] * east, origin[1] + scale[1] * north];
  }

  // --- Drawing -----------------------------------------------------------------------------------------------------

  function drawBase(base) {
    const parts = [], [x, y] = middle(base.corners);
    if (base.was) parts.push(svg("line", { x1: base.was[0], y1: base.was[1], x2: x, y2: y, class: "gone" }));
    const kind = `base${base.own ? " own" : ""}${base.was ? " moved" : ""}${base.piece === picked ? " picked" : ""}`;
    const polygon = shape(base.corners, kind);
    if (base.own) {
      polygon.append(svg("title", {}, base.piece));
      polygon.addEventListener("pointerdown", (event) => grip(event, "drag", base.piece));
    }
    parts.push(polygon);
    if (base.was) parts.push(svg("text", { x, y, class: "code" }, base.piece));
    return parts;
  }

  function handles(corners) {
    const [left, right] = corners, front = middle([left, right]), centre = middle(corners);
    const ahead = [0, 1].map((axis) => front[axis] + 1.8 * (front[axis] - centre[axis]));
    const gripped = [["corner-left", left, "Wheel to the right"], ["corner-right", right, "Wheel to the left"], ["turn-to", ahead, "Turn"]];
    return [
      svg("line", { x1: front[0], y1: front[1], x2: ahead[0], y2: ahead[1], class: "pole" }),
      ...gripped.map(([kind, [cx, cy], words]) => {
        const handle = svg("circle", { cx, cy, r: 5, class: "handle" });
        handle.append(svg("title", {}, words));
        handle.addEventListener("pointerdown", (event) => grip(event, kind, picked));
        return handle;
      }),
    ];
  }

  function draw(found, name) {
    [offer, picked, told] = [found, name, null];
    $("field-said").textContent = "";
    const { field, board } = offer;
    at = field.pose ? { ...field.pose } : null;
    kept = svg("svg", { viewBox: `0 0 ${board.width} ${board.height}`, "aria-hidden": "true", class: "field-over" });
    if (field.reach.length) kept.append(shape(field.reach, "reach"));
    if (field.pose?.arc.length) kept.append(shape(field.pose.arc, "arc"));
    kept.append(...field.bases.filter((base) => !base.own || base.was).flatMap(drawBase));
    kept.append(...field.bases.filter((base) => base.own && !base.was).flatMap(drawBase));
    kept.append(...field.contacts.map(([cx, cy]) => svg("circle", { cx, cy, r: 6, class: "contact" })));
    kept.append(svg("g", { class: "shadow" }));
    if (field.pose) kept.append(...handles(field.pose.corners));
    sheet.append(kept);
    if (field.pose) sheet.append(shadowKey());
  }

  // --- The shadow --------------------------------------------------------------------------------------------------

  function place(key) {
    const [x, y] = onField(at.east, at.north);
    key.style.left = `${(100 * x) / offer.board.width}%`;
    key.style.top = `${(100 * y) / offer.board.height}%`;
  }

  // What the mouse drags, keys can lead: a button where the shadow is.
  function shadowKey() {
    const words = `Shadow of ${picked} at ${at.east},${at.north}. Arrow keys move it by ${STEP} yards, with Shift by one; Page Up and Page Down turn it; Enter writes the order, Escape takes it back.`;
    const key = made("button", "", { type: "button", class: "spot shadow-key", "aria-label": words });
    place(key);
    key.addEventListener("pointerdown", (event) => grip(event, "drag", picked));
    key.addEventListener("keydown", (event) => lead(event, key));
    return key;
  }

  async function lead(event, key) {
    const { scale } = offer.field, step = event.shiftKey ? FINE : STEP;
    const right = Math.sign(scale[0]) * step, up = -Math.sign(scale[1]) * step;
    const ways = { ArrowLeft: [-right, 0], ArrowRight: [right, 0], ArrowUp: [0, up], ArrowDown: [0, -up] };
    const turns = { PageUp: -TURN, PageDown: TURN };
    if (event.key in ways) {
      at.east += ways[event.key][0];
      at.north += ways[event.key][1];
      place(key);
      propose({ piece: picked, kind: "drag", east: at.east, north: at.north });
    } else if (event.key in turns) {
      at.heading = (at.heading + turns[event.key] + 360) % 360;
      propose({ piece: picked, kind: "turn", degrees: at.heading });
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      while (busy || waiting) await new Promise((done) => setTimeout(done, 20));
      if (!told?.stands) return;
      put(told);
      await refresh();
      sheet.querySelector(".shadow-key")?.focus();
    } else if (event.key === "Escape") {
      await refresh();
      sheet.querySelector(".shadow-key")?.focus();
    } else return;
    event.preventDefault();
  }

  // One question at a time, and the latest; what lies between is not asked.
  function propose(fields) {
    waiting = fields;
    if (!busy) next();
  }

  async function next() {
    busy = true;
    while (waiting) {
      const fields = waiting;
      await new Promise((done) => setTimeout(done, Math.max(0, last + LEAST_MS - Date.now())));
      if (waiting !== fields) continue;
      waiting = null;
      last = Date.now();
      told = await ask("propose", { proposal: fields }).catch((error) => ({ stands: false, said: `${error.message}.` }));
      show(fields);
    }
    busy = false;
  }

  function show(fields) {
    const group = kept.querySelector(".shadow");
    const parts = told.pose ? [shape(told.pose.corners, "there"), shape(told.pose.corners.slice(0, 2), "front")] : [];
    if (told.pose?.arc.length) parts.unshift(shape(told.pose.arc, "arc"));
    if (!told.stands && fields.east != null && fields.north != null) {
      const [cx, cy] = onField(fields.east, fields.north);
      parts.push(svg("circle", { cx, cy, r: 8, class: "refused" }));
    }
    group.replaceChildren(...parts);
    $("field-said").textContent = told.stands ? `${told.text}: ${told.said}` : told.said;
  }

  // --- Dragging ----------------------------------------------------------------------------------------------------

  function grip(event, kind, piece) {
    if (event.button !== 0 || drag) return;
    event.preventDefault();
    drag = { kind, piece, x: event.clientX, y: event.clientY, moved: false };
  }

  addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
    drag.moved = true;
    propose({ piece: drag.piece, kind: drag.kind, ...inYards(event) });
  });

  addEventListener("pointerup", async (event) => {
    const drop = drag;
    drag = null;
    if (!drop) return;
    if (!drop.moved) {
      if (drop.kind === "drag" && drop.piece !== picked) await pick(drop.piece, true);
      else if (drop.kind === "drag") sheet.querySelector(".shadow-key")?.focus();
      return;
    }
    propose({ piece: drop.piece, kind: drop.kind, ...inYards(event) });
    while (busy || waiting) await new Promise((done) => setTimeout(done, 20));
    if (told?.stands) put(told);
    await pick(drop.piece, true);
  });

  addEventListener("pointercancel", () => { drag = null; });

  return { draw, propose };
}
