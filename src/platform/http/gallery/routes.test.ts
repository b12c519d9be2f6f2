import { expect, onTestFinished, test } from 'vitest'
import { startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { galleryRoutes } from './routes.ts'

async function startGallery(baseUrl = 'http://127.0.0.1') {
  const { app, url } = await startHttpApp({ routes: [galleryRoutes({ baseUrl })] })
  onTestFinished(async () => {
    await app.close()
  })
  return url
}

test('the gallery shows every part in both schemes, and its style is loaded from it', async () => {
  const url = await startGallery()
  const page = await (await fetch(`${url}/ui`)).text()
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? []

  const sections = page.match(/<section id=/g)?.length ?? 0
  expect(sections).toBeGreaterThanOrEqual(18)
  expect(page.match(/class="plate" lang="en-US" data-scheme="light"/g)).toHaveLength(sections)
  expect(page.match(/class="plate" lang="en-US" data-scheme="dark"/g)).toHaveLength(sections)
  expect((await fetch(url + style)).headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect((await fetch(`${url}/ui/assets/none`)).status).toBe(404)
})

/** Classes that scripts set, or that place a part on a page rather than draw it. */
const NOT_DRAWN = [
  ...['other', 'spacer', 'label', 'choose-list', 'stack', 'frames'],
  ...['dialog-ground', 'dialog-place', 'popup-place', 'command-place', 'toasts', 'finder-empty', 'keys', 'shortcuts'],
  ...['portal', 'skip', 'brand-mark', 'commands-button', 'bar-more', 'wide-only', 'beyond-bar', 'here'],
]

test('every class of the kit is shown', async () => {
  const url = await startGallery()
  const page = await (await fetch(`${url}/ui`)).text()
  const shown = new Set([...page.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const style = await (await fetch(`${url}${/href="([^"]+\.css)"/.exec(page)?.[1]}`)).text()
  const drawn = new Set([...style.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)].map(([, name = '']) => name))

  expect(drawn.size).toBeGreaterThan(100)
  expect([...drawn].filter((name) => !shown.has(name) && !NOT_DRAWN.includes(name))).toEqual([])
})

test('language, scheme and width stand in the address', async () => {
  const url = await startGallery()
  const german = await (await fetch(`${url}/ui?lang=de&scheme=dark`)).text()
  const narrow = await (await fetch(`${url}/ui?lang=ja&width=320`)).text()

  expect(german).toContain('lang="de-DE" data-scheme="dark"')
  expect(german).not.toContain('data-scheme="light"')
  expect([...narrow.matchAll(/<iframe [^>]*src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
    '/ui?scheme=light&amp;lang=ja&amp;width=full&amp;framed=yes',
    '/ui?scheme=dark&amp;lang=ja&amp;width=full&amp;framed=yes',
  ])
  expect((await fetch(`${url}/ui?lang=fr`)).status).toBe(400)
})

test('below another path of a reverse proxy, links keep that path', async () => {
  const url = await startGallery('https://example.com/pay')

  expect(await (await fetch(`${url}/ui`)).text()).toContain('href="/pay/ui/assets/gallery-')
})
