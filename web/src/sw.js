// The service worker: keeps the client's own files, so that the page opens without a connection and says what it lacks.
// FILES and VERSION are filled in by the build. Nothing under /api is ever cached: games live on the server alone.

const FILES = self.__FILES__
const SHELL = `joute-${self.__VERSION__}`

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
  event.waitUntil(old.then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api') || url.pathname.startsWith('/jeu'))
    return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match('/')))
  else event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)))
})

// A notification that it is somebody's turn leads to their table, in a page that is open already if there is one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data
  const pages = self.clients.matchAll({ type: 'window' })
  event.waitUntil(pages.then(([page]) => (page ? page.focus().then((shown) => shown.navigate(path)) : self.clients.openWindow(path))))
})
