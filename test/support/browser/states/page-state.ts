import type { Page } from 'playwright-core'
import type { Language } from '../../../../src/kernel/language.ts'
import type { PageWorld, ServiceName } from './page-world.ts'

/** A page as somebody sees it. */
export type PageState = {
  readonly name: string
  /** Default: sandbox. */
  readonly service?: ServiceName
  readonly link: (world: PageWorld) => Promise<string>
  /** Leads to a page that has an address of its own in every language. */
  readonly once?: (page: Page, world: PageWorld) => Promise<void>
  /** Changes the page that is open, in every language again. */
  readonly each?: (page: Page) => Promise<void>
  /** Whether every language needs a link of its own, because `each` uses it up or time does. */
  readonly isUsedUp?: boolean
  /** Loads itself again or leads elsewhere after a moment; without script there is no other way to wait for a bank. */
  readonly isTimed?: boolean
  /** Pages for developers are in English alone. */
  readonly isEnglish?: boolean
  /** A page that no running service shows, drawn without one. */
  readonly html?: (language: Language) => string
}
