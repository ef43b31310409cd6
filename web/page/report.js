// A report: the page for the game that stands in the same file.

import { openPage } from "./page.js";

const textOf = id => JSON.parse(document.getElementById(id).textContent);
openPage({ ...textOf("data"), kif: textOf("kif") });
