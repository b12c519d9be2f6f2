import type { Page } from 'playwright-core'

/** Who looks: the owner of everything, a viewer, a person who must prove who they are again, nobody. */
export type Looker = 'owner' | 'viewer' | 'unconfirmed'

/** A page of the portal as somebody sees it: its place and its actions. */
export type PortalState = {
  readonly name: string
  /** Default: owner. */
  readonly as?: Looker
  readonly path: string
  /** Something that is on the screen when the page has loaded. */
  readonly ready?: string
  /** Before the page is opened: what the network does to it. */
  readonly before?: (page: Page) => Promise<unknown>
  /** The actions of the person there, without words of a language. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Only there, because elsewhere the thing does not exist. */
  readonly only?: 'narrow' | 'wide'
  /** Nothing follows it on the same page: to leave it is to sign out. */
  readonly isEnd?: boolean
  /** Rows stand below the head of their table, which axe takes for too small. */
  readonly isScrolled?: boolean
}
