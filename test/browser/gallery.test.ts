import { beforeAll, expect } from 'vitest'
import { galleryRoutes } from '../../src/platform/http/gallery/routes.ts'
import { startHttpApp } from '../support/apps/http-app.ts'
import { accessibilityProblems } from '../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { geometryFaults } from '../support/browser/geometry.ts'
import { missingGlyphs } from '../support/browser/page-look.ts'
import { DESK, NARROW, openWindow } from '../support/browser/payer-window.ts'
import { shippedFonts } from '../support/browser/shipped-fonts.ts'
import { fileResources } from '../support/run/file-resources.ts'

const browser = fileBrowser(shippedFonts())
let url: string
beforeAll(async () => {
  const running = await startHttpApp({ routes: [galleryRoutes({ baseUrl: 'http://127.0.0.1' })] })
  fileResources.defer(async () => {
    await running.app.close()
  })
  url = running.url
})

browserTest.each([
  ['de', NARROW, 'light'],
  ['ja', NARROW, 'dark'],
  ['en', DESK, 'both'],
] as const)(
  'every part of the kit stands hostile data without a fault (%s, %o, %s)',
  async (lang, viewport, scheme) => {
    const { page, complaints, close } = await openWindow(browser(), `${url}/ui?lang=${lang}&scheme=${scheme}`, {
      viewport,
    })

    const problems = await accessibilityProblems(page)
    expect([
      ...problems,
      ...(await geometryFaults(page, { isTouch: viewport !== DESK })),
      ...(await missingGlyphs(page)),
    ]).toEqual([])
    expect(complaints).toEqual([])
    await close()
  },
)

browserTest('one page shows the same part in both schemes, whatever the reader prefers', async () => {
  const { page, close } = await openWindow(browser(), `${url}/ui`, { viewport: DESK, colorScheme: 'dark' })
  const groundOf = (scheme: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('#field [data-scheme="${scheme}"] input')).backgroundColor`)

  expect([await groundOf('light'), await groundOf('dark')]).toEqual(['rgb(255, 255, 255)', 'rgb(17, 20, 24)'])
  await close()
})

browserTest('a frame of 320 px shows the parts as a phone does', async () => {
  const { page, close } = await openWindow(browser(), `${url}/ui?width=320&lang=de`, { viewport: DESK })
  const widths = await Promise.all(
    page.frames().map((frame) => frame.evaluate<number>('document.documentElement.scrollWidth')),
  )

  expect(widths).toEqual([DESK.width, 320, 320])
  await close()
})
