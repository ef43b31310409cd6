// Writes engine.json of a built module: what the engine says of itself, and the presets.
//
// usage: node web/engine/manifest.mjs FOLDER

import { pathToFileURL } from "node:url";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { presets } from "./presets.mjs";

const lines = [];
const { default: createEngine } = await import(pathToFileURL(resolve(process.argv[2], "komadai.js")));
const engine = await createEngine();
engine.addMessageListener(line => lines.push(line));
engine.postMessage("usi");

const named = name => lines.find(line => line.startsWith(`id ${name} `)).slice(`id ${name} `.length);

/** An option as the manifest has it, from the line in which the engine declares it. */
function option(line) {
  const [, name, type, rest] = line.match(/^option name (\S+) type (\S+)(.*)$/);
  const value = word => rest.match(new RegExp(` ${word} (.*?)(?= (?:default|min|max|var) |$)`))?.[1];
  const number = word => Number(value(word));
  switch (type) {
    case "check": return { name, type, default: value("default") };
    case "spin": return { name, type, default: number("default"), min: number("min"), max: number("max") };
    case "combo": {
      const vars = [...rest.matchAll(/ var (\S+)/g)].map(([, word]) => word);
      return { name, type, default: value("default"), vars };
    }
    default: {
      const text = value("default");
      return { name, type, default: text === "<empty>" ? "" : text };
    }
  }
}

/** `network-0123abcd.bin` is to stand at `/network.bin`. */
const dataFiles = readdirSync(process.argv[2]).filter(name => name.endsWith(".bin")).sort()
  .map(url => ({ url, path: `/${url.replace(/-[0-9a-f]+\.bin$/, ".bin")}` }));

const manifest = {
  abi: "shogihome-wasm-engine/1",
  module: "komadai.js",
  moduleFormat: "esm",
  name: named("name"),
  author: named("author"),
  dataFiles,
  options: lines.filter(line => line.startsWith("option ")).map(option),
  presets,
};
console.log(JSON.stringify(manifest, null, 2));
