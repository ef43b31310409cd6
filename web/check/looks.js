// Appearance of a page, for scripts that drive it: parts that are hidden, too small or too faint.
// Loaded into the page under test; each function gives a list of faults in words.
"use strict";

const looks = (() => {
  const shown = node => {
    const style = getComputedStyle(node);
    return node.getClientRects().length > 0 && style.visibility !== "hidden" && style.opacity !== "0";
  };
  const describe = node => {
    const text = (node.textContent || "").trim().replace(/\s+/g, " ").slice(0, 30);
    const name = node.id ? "#" + node.id : node.className && node.className.baseVal === undefined ? "." + node.className : node.localName;
    return `${name} "${text}"`;
  };
  /** The nodes that hold text of their own. */
  function texts() {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!text.data.trim() || parent.closest("script, noscript, title, textarea, #toast, #squares, .off-screen") || !shown(parent)) continue;
      found.push(text);
    }
    return found;
  }
  function boxOf(text) {
    // A range takes no notice of `textLength`, by which a text in a picture is narrowed.
    if (text.parentElement instanceof SVGElement) return text.parentElement.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  }

  /** Texts that are cut off, by the window's sides or by a part of the page that hides what is too long. */
  function hidden() {
    const faults = [];
    for (const text of texts()) {
      const box = boxOf(text);
      if (box.left < -0.5 || box.right > innerWidth + 0.5) faults.push(`leaves the window: ${describe(text.parentElement)}`);
      for (let node = text.parentElement; node && node !== document.body; node = node.parentElement) {
        const style = getComputedStyle(node);
        const own = node.getBoundingClientRect();
        const clips = value => value !== "visible" && value !== "clip";
        if (clips(style.overflowX) && (box.left < own.left - 1 || box.right > own.right + 1)) {
          faults.push(`cut at the side: ${describe(text.parentElement)}`);
          break;
        }
        // A list of moves and a dialog may be scrolled: they show that they go on.
        const isList = node.matches("#moves, .kept, dialog") && node.scrollHeight > node.clientHeight;
        if (clips(style.overflowY) && !isList && (box.top < own.top - 1 || box.bottom > own.bottom + 1)) {
          faults.push(`cut below: ${describe(text.parentElement)}`);
          break;
        }
        if (isList) break;
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the window");
    return faults;
  }

  /** Controls that lie under another part, so that they cannot be pressed where they are shown. */
  function covered() {
    const faults = [];
    // What asks for an answer lies over everything else.
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    for (const node of (dialog || document).querySelectorAll("button, a, label, input")) {
      if (!shown(node) || node.disabled) continue;
      node.scrollIntoView({ block: "center" });
      const box = node.getBoundingClientRect();
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!at || !(node.contains(at) || at.contains(node))) faults.push(`covered: ${describe(node)}`);
    }
    return faults;
  }

  /** Controls smaller than a finger needs, in pixels. */
  function small(least) {
    const faults = [];
    for (const node of document.querySelectorAll("button, a, label, input, select, summary")) {
      if (!shown(node) || (node.localName === "input" && node.closest("label"))) continue;
      const box = node.getBoundingClientRect();
      if (box.width < least - 0.1 || box.height < least - 0.1) {
        faults.push(`smaller than ${least} px: ${describe(node)} ${box.width.toFixed(0)} by ${box.height.toFixed(0)}`);
      }
    }
    return faults;
  }

  function channels(color) {
    const canvas = channels.canvas || (channels.canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true }));
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  }
  function luminance([r, g, b]) {
    const linear = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  }
  function ground(node) {
    for (; node; node = node.parentElement) {
      const color = channels(getComputedStyle(node).backgroundColor);
      if (color[3] > 0.9) return color;
    }
    return [255, 255, 255, 1];
  }

  /** Texts too small or too faint to be read; contrast as WCAG 2 counts it, 4.5 to 1 for texts. */
  function faint() {
    const faults = [];
    for (const text of texts()) {
      const node = text.parentElement;
      if (node.closest("button:disabled")) continue;
      const isPicture = node instanceof SVGElement;
      let size = parseFloat(getComputedStyle(node).fontSize);
      if (isPicture) {
        const matrix = node.getScreenCTM();
        size *= Math.hypot(matrix.a, matrix.b);
      }
      if (size < (isPicture ? 9 : 12)) faults.push(`${size.toFixed(1)} px is too small: ${describe(node)}`);
      if (isPicture && node.closest("#board")) continue;
      const style = getComputedStyle(node);
      const [one, two] = [channels(isPicture ? style.fill : style.color), ground(node)].map(luminance);
      const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
      if (contrast < 4.5) faults.push(`contrast ${contrast.toFixed(1)} is too low: ${describe(node).split(' "')[0]}`);
    }
    return [...new Set(faults)];
  }

  /** Words of a program where words for people should stand. */
  function broken() {
    return /undefined|null|NaN|\[object/.test(document.body.innerText) ? ["a text is missing"] : [];
  }

  return { hidden, covered, small, faint, broken };
})();
