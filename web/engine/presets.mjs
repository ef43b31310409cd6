// The engines that a GUI lists. GUIs store the ids: one that was published never changes.

const level = strength => ({ Threads: 1, USI_LimitStrength: "true", USI_Strength: strength });

export const presets = [
  { id: "komadai-v1", displayName: "Komadai", values: { Threads: 1 } },
  { id: "komadai-dan-5-v1", displayName: "Komadai (5 dan)", values: level(5) },
  { id: "komadai-dan-1-v1", displayName: "Komadai (1 dan)", values: level(1) },
  { id: "komadai-kyu-3-v1", displayName: "Komadai (3 kyu)", values: level(-3) },
  { id: "komadai-kyu-7-v1", displayName: "Komadai (7 kyu)", values: level(-7) },
  { id: "komadai-kyu-10-v1", displayName: "Komadai (10 kyu)", values: level(-10) },
  { id: "komadai-kyu-15-v1", displayName: "Komadai (15 kyu)", values: level(-15) },
];
