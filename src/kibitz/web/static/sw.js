// The offline shell: pages come from the server alone; while it is away, a page says so and tries again.
const SHELL = "kibitz-shell-1",
  PAGE = "/static/offline.html",
  FILES = [PAGE, "/static/tokens.css", "/static/kibitz.css", "/static/mark.svg", "/static/offline.js"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))),
  );
});
self.addEventListener("fetch", (event) => {
  const { request } = event,
    path = new URL(request.url).pathname;
  if (request.mode === "navigate" && request.method === "GET")
    event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  else if (FILES.includes(path)) event.respondWith(fetch(request).catch(() => caches.match(path)));
});
