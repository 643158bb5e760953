const readline = require("node:readline");

// Any legal action. Look at the view at the end of this file, and do better.
function choose(view, legal, clock, random) {
  return legal[Math.floor(random() * legal.length)];
}

// A random generator (mulberry32): the same seed gives the same numbers, so that a game can be repeated.
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 4294967296;
  };
}

const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let random = generator(1);

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") send({ type: "ready", name: "MyBot", version: "1", events: false });
  else if (message.type === "new") random = generator(message.seed);
  else if (message.type === "act") send({ action: choose(message.view, message.legal, message.clock, random) });
});
