import type { CDPSession, Page } from 'playwright-core'

const debuggers = new WeakMap<Page, Promise<CDPSession>>()

/** The session with the debugger of a page, for what playwright cannot do or does slowly. */
export function debuggerOf(page: Page): Promise<CDPSession> {
  const session = debuggers.get(page) ?? page.context().newCDPSession(page)
  debuggers.set(page, session)
  return session
}
