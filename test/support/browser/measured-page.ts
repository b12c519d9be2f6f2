import type { Page } from 'playwright-core'
import { debuggerOf } from './page-debugger.ts'

type Layout = { readonly width: number; readonly height: number; readonly isTouched: boolean }

const touched = new WeakMap<Page, boolean>()
/** Drawing takes a third of the processor time of a page that is only measured. */
const DRAWN = { width: 10, height: 10 }

/**
 * Lays an open page out for a window of this size, without drawing more than a corner of it: positions, styles and what
 * lies at a point are those of the whole window. Pages of which pictures are taken cannot be laid out like this.
 */
export async function layOut(page: Page, { width, height, isTouched }: Layout): Promise<void> {
  const session = await debuggerOf(page)
  const steps: Promise<unknown>[] = []
  if (!touched.has(page)) steps.push(session.send('Emulation.setVisibleSize', DRAWN))
  if (touched.get(page) !== isTouched) {
    steps.push(session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched }))
    touched.set(page, isTouched)
  }
  const screen = { screenWidth: width, screenHeight: height }
  const metrics = { width, height, ...screen, deviceScaleFactor: 1, mobile: false, dontSetVisibleSize: true }
  steps.push(session.send('Emulation.setDeviceMetricsOverride', metrics))
  await Promise.all(steps)
}
