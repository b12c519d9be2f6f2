import { beforeAll, expect } from 'vitest'
import { startApp } from '../../support/apps/app.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { foundFaults } from '../../support/browser/found-faults.ts'
import { geometryFaults } from '../../support/browser/geometry.ts'
import { FLOATING } from '../../support/browser/portal/portal-acts.ts'
import { portalStates } from '../../support/browser/portal/portal-states.ts'
import { fillPortal, type PortalWorld } from '../../support/browser/portal/portal-world.ts'
import { isTouched, setPortalWidth, visitPortal } from '../../support/browser/portal/visit-portal.ts'
import { shippedFonts } from '../../support/browser/shipped-fonts.ts'

// One look at each page with hostile data. All languages, widths, dialogs and menus are `npm run test:browser`.

const PAGES = [
  'home',
  'home-partner',
  'list',
  'list-filtered',
  'customer',
  'invoice',
  'editor-lines',
  'settings-branding',
  'settings-fields',
  'selected',
  'jobs',
  'job-completed',
  'users',
  'keys',
  'webhooks',
  'webhook',
  'requests',
  'request',
  'events',
  'merchants',
  'group',
  'organization-settings',
  'audit',
  'profile',
  'sign-in',
  'choose',
  'import',
  'import-check',
  'transactions',
  'transaction',
  'review',
  'reports',
  'report',
  'report-builder',
  'report-builder-repeated',
  'subscriptions',
  'on-demand-net',
]
const LOOKS = [
  { language: 'en-US', colorScheme: 'light', width: 'desk' },
  { language: 'de-DE', colorScheme: 'dark', width: 'phone' },
] as const

const browser = fileBrowser(shippedFonts())
let world: PortalWorld
beforeAll(async () => {
  const app = await startApp({ environment: { QUITTANCE_BASE_URL: 'http://127.0.0.1' } })
  world = await fillPortal(app)
})

browserTest.each(LOOKS)(
  '$language, $colorScheme, on a $width: every page is whole, accessible and silent',
  async (look) => {
    const { language, colorScheme, width } = look
    const faults = foundFaults()
    const states = portalStates().filter(({ name }) => PAGES.includes(name))

    const complaints = await visitPortal(
      browser(),
      { world, language, states, look: { colorScheme } },
      async (page, { name }) => {
        await setPortalWidth(page, width)
        faults.add(name, await geometryFaults(page, { isTouch: isTouched(width), areControlsSeen: true }))
        faults.add(name, await accessibilityProblems(page, { only: FLOATING }))
      },
    )

    expect([...complaints, ...faults.lines()]).toEqual([])
  },
)
