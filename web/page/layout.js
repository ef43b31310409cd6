// The parts of the page and where they stand; empty until each is drawn.

import { h, s } from "./element.js";

/** Puts the parts into the body. On a narrow screen they follow each other as they stand here. */
export function layOut() {
  const part = (id, className) => h("div", { id, class: className });
  document.body.append(
    h("header", {}, part("heading"), part("controls")),
    h("main", {},
      h("div", { id: "left" },
        h("div", { id: "stage" }, h("div", { id: "bar", "aria-hidden": "true" }, h("div", {})),
          s("svg", { id: "board", role: "img" })),
        part("nav")),
      h("div", { id: "right" },
        h("div", { id: "problems", role: "status", hidden: true }),
        part("desk"),
        part("branches"),
        h("div", { id: "lines", class: "card", "aria-live": "polite" }),
        part("remarks", "card"),
        h("div", { id: "charts", class: "card" },
          s("svg", { id: "graph", role: "img" }), s("svg", { id: "losses", role: "img" }), s("svg", { id: "times", role: "img" }),
          h("div", { id: "tip", hidden: true })),
        part("players"),
        h("div", { id: "list", class: "card" }, part("filter"), h("ol", { id: "moves" })),
        part("tools"))),
    h("footer", { id: "foot" }),
    h("div", { id: "toast", role: "status", hidden: true }));
}
