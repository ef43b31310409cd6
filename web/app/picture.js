// The board as a picture file.

import { $ } from "../page/element.js";

/** The board as SVG, with the colours of the page written in. */
export function boardSvg() {
  const copy = $("board").cloneNode(true);
  const [, , width, height] = copy.getAttribute("viewBox").split(" ").map(Number);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", 2 * width);
  copy.setAttribute("height", 2 * height);
  copy.querySelectorAll("#cursor, .target").forEach(node => node.remove());
  // Fonts and fills of the style sheet.
  const originals = $("board").querySelectorAll("text");
  copy.querySelectorAll("text").forEach((node, i) => {
    const style = originals[i] ? getComputedStyle(originals[i]) : null;
    if (!style) return;
    for (const key of ["fill", "font-size", "font-family", "font-weight", "text-anchor"]) node.setAttribute(key, style.getPropertyValue(key));
  });
  const style = getComputedStyle($("board"));
  const text = new XMLSerializer().serializeToString(copy).replace(/var\((--[a-z-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  return text.replace(/(<svg[^>]*>)/, `$1<rect width="100%" height="100%" fill="${style.getPropertyValue("--tatami").trim()}"/>`);
}

/** A promise of the board as a PNG. */
export async function boardPng() {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(boardSvg())}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return new Promise((resolve, reject) => canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error("no picture")), "image/png"));
}
