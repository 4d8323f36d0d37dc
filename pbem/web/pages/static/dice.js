// Every roll of a game worked out anew in the browser, from the secret number that was sealed before it began. The
// formula is that of core/dice.pyx; nothing but what stands on the page is believed.

const here = document.getElementById("check");
const text = new TextEncoder();
const LIMIT = 1n << 64n;

function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function hmac(secret, message) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return crypto.subtle.sign("HMAC", key, text.encode(message));
}

// The number of the face that a roll shows, from 0.
async function face(key, roll) {
  const faces = BigInt(roll.faces);
  for (let attempt = 1; ; attempt++) {
    const message = text.encode(`${roll.game}\n${roll.turn}\n${roll.draw}\n${attempt}`);
    const number = new DataView(await crypto.subtle.sign("HMAC", key, message)).getBigUint64(0);
    if (number < LIMIT - (LIMIT % faces)) return Number(number % faces);
  }
}

function tell(said, kind) {
  const line = document.createElement("p");
  line.textContent = said;
  if (kind) line.className = kind;
  here.querySelector("[role=status]").append(line);
}

async function check() {
  const dice = await (await fetch(here.dataset.dice)).json();
  const seed = bytes(dice.seed);
  const seal = hex(await crypto.subtle.digest("SHA-256", seed));
  if (seal === dice.seal) tell("The seal is the SHA-256 of the secret number.", "good");
  else tell(`The SHA-256 of the secret number is ${seal}, and that is not the seal.`, "bad");
  let made = dice.key;
  if (dice.words) {
    made = hex(await hmac(seed, "pbem dice 1\n" + dice.words.join("\n")));
    if (made === dice.key) tell("The secret number and the words of the players make the key.", "good");
    else tell(`The secret number and the words of the players make another key: ${made}.`, "bad");
  }
  const key = await crypto.subtle.importKey("raw", bytes(made), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  // Which picture is on which face is for the rules to say: here the same face must show the same one all through.
  const pictures = new Map();
  const wrong = [];
  for (const roll of dice.rolls) {
    const at = await face(key, roll);
    let due = at + 1;
    if (typeof roll.value === "string") {
      const name = `${roll.faces}/${at}`;
      if (!pictures.has(name)) pictures.set(name, roll.value);
      due = pictures.get(name);
    }
    if (due !== roll.value) wrong.push(`${roll.turn}.${roll.draw} should show ${due}, and shows ${roll.value}`);
  }
  if (!wrong.length) tell(`All ${dice.rolls.length} rolls are as the secret number has them.`, "good");
  else tell(`${wrong.length} of ${dice.rolls.length} rolls are otherwise: ${wrong.slice(0, 20).join("; ")}.`, "bad");
}

function begin() {
  const status = document.createElement("div");
  status.setAttribute("role", "status");
  if (!globalThis.crypto?.subtle) {
    status.textContent = "Browsers work this out on pages that came over https alone.";
    here.replaceChildren(status);
    return;
  }
  const button = document.createElement("button");
  button.textContent = "Work out every roll";
  button.addEventListener("click", async () => {
    status.replaceChildren();
    button.disabled = true;
    await check().catch((error) => tell(`It could not be worked out: ${error.message}`, "bad"));
    button.disabled = false;
  });
  here.replaceChildren(button, status);
}

begin();
