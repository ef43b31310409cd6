// The page without a game: a board to play and analyse on.

import { makeApp, startDocument } from "./app/desk.js";
import { openPage } from "./page/page.js";

/** Opens the board; `engine` is what app/engine.js describes. With `store` it continues where it was left. */
export const openBoard = (engine, options) => engine ? openPage(startDocument(), makeApp(engine, options)) : openPage(startDocument());
