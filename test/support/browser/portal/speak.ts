import type { Page } from 'playwright-core'
import type { Language } from '../../../../src/kernel/language.ts'
import { settle } from './visit-portal.ts'

/**
 * Shows the open page in another language as a choice in the user menu does, but leaves everything open: menus, dialogs and
 * typed text would otherwise have to be reached once more in every language.
 */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate(`(async () => {
    const root = document.getElementById('portal')
    const container = root[Object.keys(root).find((key) => key.startsWith('__reactContainer$'))]
    for (let part = container.stateNode.current; part !== null; part = part.child) {
      const setLanguage = part.memoizedProps?.value?.setLanguage
      if (setLanguage !== undefined) return setLanguage('${language}')
    }
    throw new Error('No part of the page provides its words.')
  })()`)
  await settle(page)
}
