import { beforeAll, expect } from 'vitest'
import { galleryRoutes } from '../../src/platform/http/gallery/routes.ts'
import { startHttpApp } from '../support/apps/http-app.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { DESK, openWindow } from '../support/browser/payer-window.ts'
import { fileResources } from '../support/run/file-resources.ts'

const browser = fileBrowser()
// The look of every part is in `npm run test:browser`.
let url: string
beforeAll(async () => {
  const running = await startHttpApp({ routes: [galleryRoutes({ baseUrl: 'http://127.0.0.1' })] })
  fileResources.defer(async () => {
    await running.app.close()
  })
  url = running.url
})

browserTest('one page shows the same part in both schemes, whatever the reader prefers', async () => {
  const { page, complaints, close } = await openWindow(browser(), `${url}/ui`, { viewport: DESK, colorScheme: 'dark' })
  const groundOf = (scheme: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('#field [data-scheme="${scheme}"] input')).backgroundColor`)

  expect([await groundOf('light'), await groundOf('dark')]).toEqual(['rgb(255, 255, 255)', 'rgb(17, 20, 24)'])
  expect(complaints).toEqual([])
  await close()
})

browserTest('a frame of 320 px shows the parts as a phone does', async () => {
  const { page, complaints, close } = await openWindow(browser(), `${url}/ui?width=320&lang=de`, { viewport: DESK })
  const widths = await Promise.all(
    page.frames().map((frame) => frame.evaluate<number>('document.documentElement.scrollWidth')),
  )

  expect(widths).toEqual([DESK.width, 320, 320])
  expect(complaints).toEqual([])
  await close()
})
