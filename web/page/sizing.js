// Size of the board in a window, and the arrangement of its parts.

/** The pictures of the board, in units: the stands beside it, or above and below it. */
export const shapes = {
  beside: { width: 618, height: 463 },
  around: { width: 424, height: 589 },
};

/** Room for what stands beside the board, and around it, in pixels. */
const SIDE = 330, LOW_SIDE = 270, GAPS = 56, NAVIGATION = 62, CHROME = 168;

/**
 * Chooses the largest board: `{shape, columns, isLow, width}`. With two columns the rest of the page is beside the board;
 * a low window, as of a phone on its side, has no room for buttons below it. `width` is that of the picture.
 */
export function fit({ width, height }) {
  const isLow = height < 520 && width > height;
  const choices = [];
  for (const columns of [2, 1]) {
    for (const shape of ["beside", "around"]) {
      const picture = shapes[shape];
      const side = columns === 1 ? 8 : isLow ? LOW_SIDE + 24 : SIDE + GAPS;
      const above = columns === 1 ? CHROME : isLow ? 12 : NAVIGATION + 32;
      // A window too small for anything has a board all the same.
      const scale = Math.max(0.1, Math.min((width - side) / picture.width, (height - above) / picture.height));
      choices.push({ shape, columns, isLow: isLow && columns === 2, scale, width: Math.floor(scale * picture.width) });
    }
  }
  const best = Math.max(...choices.map(choice => choice.scale));
  // Two columns, and stands beside the board, are worth something; on an upright screen less.
  const least = width > height ? 0.8 : 0.94;
  const { scale, ...chosen } = choices.find(choice => choice.scale >= least * best);
  return { ...chosen, width: Math.max(280, Math.floor(scale * shapes[chosen.shape].width)) };
}

/** Keeps the page as `fit` says; `changed` is called when the picture takes another shape. */
export function keepFitting(changed) {
  let shape = null;
  const update = () => {
    const found = fit({ width: document.documentElement.clientWidth, height: innerHeight });
    const { style, classList } = document.documentElement;
    style.setProperty("--board", `${found.width}px`);
    classList.toggle("columns", found.columns === 2);
    classList.toggle("low", found.isLow);
    document.getElementById("stage").classList.toggle("narrow", found.shape === "around");
    if (shape === found.shape) return;
    shape = found.shape;
    changed();
  };
  addEventListener("resize", update);
  update();
}

/** Whether the stands are above and below the board. */
export const isNarrow = () => document.getElementById("stage").classList.contains("narrow");
