// Uses the list of games as a reader does. Loaded into the page under test.
"use strict";

const gamesList = (() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const one = selector => document.querySelector(selector);

  async function use(touch) {
    const faults = [];
    const check = (what, holds) => { if (!holds) faults.push(what); };
    const data = JSON.parse(one("#data").textContent);
    const links = () => all("#games .game").map(link => link.getAttribute("href"));
    check("every game is listed", links().join() === data.map(game => game.link).join());
    data.forEach((game, i) => game.players.forEach((player, side) => check("accuracy is told",
      player.accuracy === null || all("#games .game")[i].querySelectorAll(".side")[side].textContent.includes(player.accuracy.toFixed(1)))));
    const orders = () => [...one("#order .segment").children];
    for (let i = 0; i < orders().length; i++) {
      orders()[i].click();
      check("an order can be chosen", orders()[i].getAttribute("aria-pressed") === "true");
      check("all games are there in any order", links().sort().join() === data.map(game => game.link).sort().join());
    }
    orders()[3].click();
    const moves = links().map(link => data.find(game => game.link === link).moves);
    check("ordered by moves", moves.every((n, i) => !i || moves[i - 1] >= n));
    orders()[0].click();
    const search = one("#order input");
    search.value = data[0].players[0].name || data[0].link;
    search.dispatchEvent(new Event("input"));
    check("a game is found by name", links().includes(data[0].link));
    search.value = "no such player";
    search.dispatchEvent(new Event("input"));
    check("what is not there is not found", links().length === 0);
    search.value = "";
    search.dispatchEvent(new Event("input"));
    for (const group of [0, 1]) {
      for (const index of [0, 1]) {
        all("#controls .segment")[group].children[index].click();
        for (const find of ["hidden", "covered", "faint", "broken"]) faults.push(...looks[find]());
        if (touch) faults.push(...looks.small(40));
      }
    }
    scrollTo(0, 0);
    return [...new Set(faults)];
  }
  return { use };
})();
