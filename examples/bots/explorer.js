// A bot of Diamant in plain JavaScript: one JSON message a line comes in, one goes out. Run it as "cmd:node examples/bots/explorer.js".
const readline = require("node:readline");

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

// Go home when what the next card may take away is more than what it may bring.
function choose(view) {
  const atStake = view.carried + Math.floor(view.gems / view.inside.length);
  const danger = view.next.deadly / view.next.cards;
  let treasure = 0;
  for (const [card, count] of Object.entries(view.deck)) {
    if (/^\d+$/.test(card)) treasure += (Number(card) * count) / view.next.cards;
  }
  const hoped = treasure / view.inside.length;
  const action = atStake > 0 && danger * atStake > hoped ? "return" : "explore";
  return { action, info: { comment: `${(100 * danger).toFixed(0)}% danger for ${atStake} gems` } };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello":
      say({ type: "ready", name: "explorer.js", version: "1", games: ["diamant"], events: false });
      break;
    case "act":
      say({ ...choose(message.view), turn: message.turn });
      break;
    default: // new and end need no answer, and what is not known is ignored
  }
});
