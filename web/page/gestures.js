// The board under fingers and the wheel: a swipe to the left goes on, one to the right goes back. Where pieces are moved
// fingers belong to them.

/** How far a finger goes for one move, in pixels. */
const STRIDE = 44;
/** How far the wheel turns for one move; touch pads send many small turns. */
const NOTCH = 60;

/** Steps through the moves while a finger is pulled across an element, unless it pulls a piece. */
export function listenToSwipes(element, view) {
  let from = null;
  element.addEventListener("pointerdown", event => {
    const isFree = event.pointerType !== "mouse" && !view.app.isPlaying(view) && !view.app.takes?.(view, event);
    from = isFree ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  });
  element.addEventListener("pointermove", event => {
    if (!from || event.pointerId !== from.id) return;
    const dx = event.clientX - from.x;
    if (Math.abs(dx) < STRIDE || Math.abs(dx) < Math.abs(event.clientY - from.y)) return;
    view.step(dx < 0 ? 1 : -1);
    from = { ...from, x: event.clientX, y: event.clientY };
  });
  for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => { from = null; });
}

/** Steps through the moves for each notch of the wheel over an element; where there are none the page scrolls. */
export function listenToWheel(element, view) {
  let turned = 0;
  element.addEventListener("wheel", event => {
    // With a key held the wheel belongs to the browser.
    if (event.ctrlKey || event.metaKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    if (view.app.isPlaying(view) || view.tree.game.length < 2) return;
    event.preventDefault();
    // Lines and pages are other units than pixels.
    const delta = event.deltaY * [1, 30, 300][event.deltaMode];
    turned = Math.sign(turned) === Math.sign(delta) ? turned + delta : delta;
    if (Math.abs(turned) < NOTCH) return;
    view.step(Math.sign(turned));
    turned = 0;
  }, { passive: false });
}
