// Progress of the reader: in the browser's storage where there is one, and in files.

const PLACE = "komadai-study";
const FILE_FORMAT = "komadai-study-progress";

/** Whether a value can be a record of a problem. */
const isRecord = record => record && [record.box, record.due, record.last, record.right, record.wrong].every(Number.isInteger)
  && record.box >= 0 && record.box <= 5;

const cleaned = records => Object.fromEntries(Object.entries(records || {}).filter(([, record]) => isRecord(record)));

/** The records by the ids of problems, and whether they can be kept. */
export function readProgress() {
  try {
    localStorage.setItem(PLACE + "-try", "1");
    localStorage.removeItem(PLACE + "-try");
    return { records: cleaned(JSON.parse(localStorage.getItem(PLACE) || "{}")), isKept: true };
  } catch {
    return { records: {}, isKept: false };
  }
}

/** Keeps the records; problems of other pages stay. */
export function keepProgress(progress) {
  if (!progress.isKept) return;
  try { localStorage.setItem(PLACE, JSON.stringify(progress.records)); } catch { progress.isKept = false; }
}

/** The records as the text of a file. */
export const progressText = ({ records }) => JSON.stringify({ format: FILE_FORMAT, version: 1, records });

/** Takes over the records of a file, the later one of each problem; how many, or nothing for another file. */
export function takeProgress(progress, text) {
  let file = null;
  try { file = JSON.parse(text); } catch { return null; }
  if (!file || file.format !== FILE_FORMAT) return null;
  const found = cleaned(file.records);
  for (const [id, record] of Object.entries(found)) {
    const own = progress.records[id];
    if (!own || own.last <= record.last) progress.records[id] = record;
  }
  keepProgress(progress);
  return Object.keys(found).length;
}
