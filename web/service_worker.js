// Keeps the page in the browser, so that it opens without a network.
//
// scripts/build-web fills in what there is and a name for it that changes with any of it; in the sources both are empty, and
// everything comes from the server.

const VERSION = "";
const FILES = [];

addEventListener("install", event => {
  skipWaiting();
  if (VERSION) event.waitUntil(caches.open(VERSION).then(cache => cache.addAll(FILES.map(file => new Request(file, { cache: "reload" })))));
});

addEventListener("activate", event => {
  const drop = names => Promise.all(names.filter(name => name.startsWith("komadai-") && name !== VERSION).map(name => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => clients.claim()));
});

// All files of a version belong together: from what is kept, and only what is not there from outside.
addEventListener("fetch", event => {
  if (!VERSION || event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const kept = caches.open(VERSION).then(cache => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then(answer => answer || fetch(event.request)));
});
