// Changes of the tree of moves: lines taken out or made the main one.

/** The line that goes on from a node, by first children, as far as it has no end. */
function lineFrom(node) {
  const nodes = [];
  for (let at = node; at; at = at.end ? null : at.children[0]) nodes.push(at);
  return nodes;
}

/** Lists the lines of a tree anew after a change of children. A line stands before those that leave it. */
export function relist(tree) {
  const before = tree.variations;
  const commentsOf = first => (before.find(({ nodes }) => nodes[0] === first) || { comments: [] }).comments;
  tree.game = lineFrom(tree.root);
  for (const node of tree.game) node.variation = 0;
  tree.variations = [];
  const alive = new Set(tree.game);
  const waiting = [tree.game];
  for (const line of waiting) {
    for (const base of line) {
      for (const first of base.children.slice(base.end ? 0 : 1)) {
        const nodes = lineFrom(first);
        tree.variations.push({ base, nodes, end: nodes[nodes.length - 1].end, comments: commentsOf(first) });
        for (const node of nodes) {
          node.variation = tree.variations.length;
          alive.add(node);
        }
        waiting.push(nodes);
      }
    }
  }
  // Lines that are an end mark alone.
  tree.variations.push(...before.filter(({ base, nodes }) => !nodes.length && alive.has(base)));
}

/** Takes out a node and all behind it; returns the node before. */
export function removeFrom(tree, node) {
  const { parent } = node;
  parent.children.splice(parent.children.indexOf(node), 1);
  relist(tree);
  return parent;
}

/** Makes the line of a node the main one, from the start on. */
export function promoteLine(tree, node) {
  for (let at = node; at.parent; at = at.parent) {
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
    // The line goes on, wherever it had ended.
    at.parent.end = null;
  }
  relist(tree);
}

/** Whether a node still belongs to the tree. */
export const isIn = (tree, node) => {
  let at = node;
  while (at.parent && at.parent.children.includes(at)) at = at.parent;
  return at === tree.root;
};

/** The end of the line behind a node. */
export function setEnd({ tree, doc }, node, end) {
  node.end = end;
  if (node.variation) tree.variations[node.variation - 1].end = end;
  else if (!node.children.length) doc.end = end;
}
