// Storage in the browser: the games, and the number of the one on the board. IndexedDB, since games are many and large.

const NAME = "komadai", VERSION_KEPT = 1;

let pending = null;

function database() {
  pending ||= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION_KEPT);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("games", { keyPath: "id" });
      request.result.createObjectStore("state");
    };
    request.onsuccess = () => {
      // Browsers close it in the background; the next use opens it again.
      request.result.onclose = () => { pending = null; };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  pending.catch(() => { pending = null; });
  return pending;
}

async function use(store, mode, act) {
  const base = await database();
  return new Promise((resolve, reject) => {
    const transaction = base.transaction(store, mode);
    const request = act(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** Puts a game, `{id, ...}`, in the place of the one with its id. */
export const keepGame = game => use("games", "readwrite", store => store.put(game));
export const keptGame = id => use("games", "readonly", store => store.get(id));
export const keptGames = () => use("games", "readonly", store => store.getAll());
export const dropGame = id => use("games", "readwrite", store => store.delete(id));

/** A value by its name, such as the id of the game on the board. */
export const keepState = (key, value) => use("state", "readwrite", store => store.put(value, key));
export const keptState = key => use("state", "readonly", store => store.get(key));
