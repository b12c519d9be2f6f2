// pure
import { Html, html } from '../../kernel/markup/html.ts'
import { htmlPage } from '../../kernel/markup/html-page.ts'
import { TERMS } from '../../kernel/wording/terms.ts'
import { instantTag } from './shown-time.ts'

/** The pages that the navigation leads to. */
export const SANDBOX_PAGES = ['inbox', 'webhooks', 'clock'] as const
export type SandboxPageName = (typeof SANDBOX_PAGES)[number]
const NAMES: Readonly<Record<SandboxPageName, string>> = { inbox: 'Inbox', webhooks: 'Webhooks', clock: 'Clock' }

/** Where the pages are, and the files that they load. */
export type SandboxPlace = {
  /** The path of the service: empty, or that of a reverse proxy. */
  readonly root: string
  readonly style: string
  readonly script: string
  readonly hasDocs: boolean
  /** Whether somebody looks who has signed in to the portal, and signs out there. */
  readonly isOfPortal?: boolean
}

/** The time that a page shows. */
export type ShownClock = {
  readonly now: Temporal.Instant
  /** Where a move leads that is under way. */
  readonly movingTo: Temporal.Instant | undefined
}

export type SandboxContent = {
  readonly name: SandboxPageName
  readonly title: string
  readonly body: Html
}

/** A page of somebody who has signed in: navigation, the clock, and the content. */
export function sandboxPage(place: SandboxPlace, clock: ShownClock, { name, title, body }: SandboxContent): Html {
  return framedPage(place, {
    title: `${title} · Quittance sandbox`,
    bar: html`${navigation(place, name)}
${wayOut(place)}`,
    // The page of the clock says more about it.
    body: html`${name !== 'clock' && clockBar(place, clock, name)}
<main>
${body}
</main>
<p class="hidden-text" role="status" data-announce></p>`,
  })
}

function wayOut({ root, isOfPortal = false }: SandboxPlace): Html {
  return isOfPortal
    ? html`<a class="button quiet compact" href="${root}/">Portal</a>`
    : html`<form method="post" action="${root}/sandbox/session/end"><button class="button quiet compact">Sign out</button></form>`
}

type Framed = { readonly title: string; readonly bar?: Html; readonly body: Html }

/** The frame of every page of the sandbox. */
export function framedPage({ root, style, script }: SandboxPlace, { title, bar = html``, body }: Framed): Html {
  return htmlPage({
    language: 'en',
    title,
    head: html`<link rel="stylesheet" href="${style}">
<script src="${script}" defer></script>`,
    body: html`<header>
<p class="banner">${TERMS['en-US'].testMode}</p>
<div class="bar"><a class="home" href="${root}/sandbox/inbox">Quittance sandbox</a>
${bar}</div>
</header>
${body}`,
  })
}

function navigation({ root, hasDocs }: SandboxPlace, current: SandboxPageName): Html {
  const pages = SANDBOX_PAGES.map(
    (name) =>
      html`<a href="${root}/sandbox/${name}"${name === current && new Html(' aria-current="page"')}>${NAMES[name]}</a>`,
  )
  return html`<nav class="tabs" aria-label="Sandbox">
${pages}
${hasDocs && html`<a href="${root}/docs/">API<span class="long"> reference</span></a>`}
<a href="${root}/ui">UI<span class="long"> gallery</span></a>
</nav>`
}

/** The moves that every page offers. */
const STEPS = [
  ['P1D', '+1 day'],
  ['P1M', '+1 month'],
] as const

function clockBar({ root }: SandboxPlace, { now, movingTo }: ShownClock, from: SandboxPageName): Html {
  const moving =
    movingTo === undefined
      ? html``
      : html`<span data-moving class="moving"><span class="spinner" aria-hidden="true"></span>moving to ${instantTag(movingTo)}</span>`
  return html`<section class="clock-bar" aria-label="Sandbox clock"><div>
<p data-live="clock"><span class="quiet">Sandbox time</span> ${instantTag(now)}${moving}</p>
<form method="post" action="${root}/sandbox/clock" data-once>
<input type="hidden" name="from" value="${from}">
${STEPS.map(([advance, words]) => html`<button class="button plain compact" name="advance" value="${advance}">${words}</button>`)}
</form></div></section>`
}
