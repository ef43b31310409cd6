// The sound of a piece put down, made here: a short knock of filtered noise.

import { choices } from "../page/choices.js";

let context = null;

/** Knocks, if sounds are wanted. */
export function knock() {
  if (choices.sound !== "on" || !globalThis.AudioContext) return;
  context ||= new AudioContext();
  const length = Math.floor(context.sampleRate * 0.07);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * Math.exp(-i / (length * 0.12));
  const noise = new AudioBufferSourceNode(context, { buffer });
  const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: 1150, Q: 2.2 });
  noise.connect(wood).connect(new GainNode(context, { gain: 1.4 })).connect(context.destination);
  noise.start();
}
