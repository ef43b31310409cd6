// The engines that a GUI lists, the weakest first: GUIs order them by their names. GUIs store the ids: one that was published
// never changes.

const level = strength => ({ Threads: 1, USI_LimitStrength: "true", USI_Strength: strength });

export const presets = [
  { id: "komadai-kyu-15-v1", displayName: "Komadai Lv. 1 (15級)", values: level(-15) },
  { id: "komadai-kyu-10-v1", displayName: "Komadai Lv. 2 (10級)", values: level(-10) },
  { id: "komadai-kyu-7-v1", displayName: "Komadai Lv. 3 (7級)", values: level(-7) },
  { id: "komadai-kyu-3-v1", displayName: "Komadai Lv. 4 (3級)", values: level(-3) },
  { id: "komadai-dan-1-v1", displayName: "Komadai Lv. 5 (初段)", values: level(1) },
  { id: "komadai-dan-5-v1", displayName: "Komadai Lv. 6 (五段)", values: level(5) },
  { id: "komadai-v1", displayName: "Komadai Lv. 7 (最強)", values: { Threads: 1 } },
];
