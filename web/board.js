// The page without a game: a board to play and analyse on.

import { startDocument } from "./page/desk.js";
import { openPage } from "./page/page.js";

/** Opens the board; `engine` is what page/engine.js describes. */
export const openBoard = engine => openPage(startDocument(), engine);
