// The game and its variations as a tree of positions.

import { sideOf } from "./position.js";

/**
 * A node is a position: `{ply, sfen, move, comments, parent, children, variation, end}` and, where it was
 * searched, `{score, win_probability, lines, depth, nodes, declares}`. `variation` is the number of its
 * variation, counted from 1, and 0 in the game itself; the first child goes on with the line of its parent, unless that has an
 * `end`: its children are all variations.
 */
function makeNode(entry, parent, variation) {
  const node = { comments: [], ...entry, parent, children: [], variation, end: null };
  if (parent) parent.children.push(node);
  return node;
}

/** What people said at a position; engines' lines stand in its comments too. */
export const saidOf = node => node.said || node.comments;

function addLine(entries, parent, variation) {
  let at = parent;
  return entries.map(entry => (at = makeNode(entry, at, variation)));
}

/**
 * Lines of a report are written short: moves as one text, Japanese ones without the marks of their sides.
 * Elsewhere they are lists already.
 */
function unpackLines({ sfen, lines = [] }) {
  for (const line of lines) {
    if (Array.isArray(line.usi)) continue;
    for (const key of ["usi", "japanese", "western"]) line[key] = line[key] ? line[key].split(" ") : [];
    const first = sideOf(sfen) === "black" ? 0 : 1;
    line.japanese = line.japanese.map((text, i) => "▲△"[(first + i) % 2] + text);
  }
}

/**
 * The tree of a document: `game` is the list of the game's nodes by ply, `variations` the lists of the
 * variations' nodes, those at place 0 the first.
 */
export function treeOf(doc) {
  doc.positions.forEach(unpackLines);
  const game = addLine(doc.positions, null, 0);
  if (game.length) game[game.length - 1].end = doc.end || null;
  const variations = [];
  for (const entry of doc.variations || []) {
    const line = entry.of === undefined ? game : variations[entry.of].nodes;
    const base = line[entry.from_ply - line[0].ply];
    const nodes = addLine(entry.positions, base, variations.length + 1);
    if (nodes.length) nodes[nodes.length - 1].end = entry.end || null;
    variations.push({ base, nodes, end: entry.end || null, comments: entry.comments || [], said: entry.said });
  }
  return { root: game[0], game, variations };
}

/**
 * Adds a position behind a node and returns its node. Behind the last of a line it goes on with it;
 * elsewhere, and where the line has ended, it begins a variation.
 */
export function addTo(tree, parent, entry) {
  const isLast = !parent.children.length && !parent.end;
  if (isLast && !parent.variation) {
    const node = makeNode(entry, parent, 0);
    tree.game.push(node);
    return node;
  }
  if (isLast) {
    const node = makeNode(entry, parent, parent.variation);
    tree.variations[parent.variation - 1].nodes.push(node);
    return node;
  }
  const node = makeNode(entry, parent, tree.variations.length + 1);
  tree.variations.push({ base: parent, nodes: [node], end: null, comments: [] });
  return node;
}

/** The last node of the line that goes on from a node. */
export function lastOf(node) {
  while (node.children.length && !node.end) node = node.children[0];
  return node;
}

/** The node of the game where the way to a node leaves it. */
export function inGame(node) {
  while (node.variation) node = node.parent;
  return node;
}

/** The node of a ply, counted from 0, in the game or in a variation. */
export function nodeAt(tree, ply, variation) {
  const line = variation && tree.variations[variation - 1];
  if (line && line.nodes.length) {
    const index = ply - line.nodes[0].ply;
    return line.nodes[Math.max(0, Math.min(index, line.nodes.length - 1))];
  }
  return tree.game[Math.max(0, Math.min(ply, tree.game.length - 1))];
}
