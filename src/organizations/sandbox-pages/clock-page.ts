// pure
import { Html, html } from '../../kernel/markup/html.ts'
import type { SandboxContent, SandboxPlace, ShownClock } from './sandbox-page.ts'
import { instantTag } from './shown-time.ts'

type ClockView = ShownClock & {
  /** How far the clock is ahead of the machine's. */
  readonly offsetMs: number
  /** The refused input of the last move, and why. */
  readonly refused?: { readonly to: string; readonly problem: string } | undefined
}

const FURTHER_STEPS = [
  ['PT1H', '+1 hour'],
  ['P1D', '+1 day'],
  ['P7D', '+1 week'],
  ['P1M', '+1 month'],
] as const

/** The clock at length: the time, steps, and any moment to move to. */
export function clockPage({ root }: SandboxPlace, view: ClockView): SandboxContent {
  const { now, movingTo } = view
  const body = html`<h1>Clock</h1>
<section class="card now" data-live="time" aria-label="Time">
<p class="time">${instantTag(now)}</p>
<p class="quiet">${movingTo === undefined ? distance(view) : html`<span data-moving class="moving"><span class="spinner" aria-hidden="true"></span>Moving to ${instantTag(movingTo)}</span>. The clock stops at each moment at which something is due.`}</p>
</section>
<form class="steps" method="post" action="${root}/sandbox/clock" data-once>
<input type="hidden" name="from" value="clock">
${FURTHER_STEPS.map(([advance, words]) => html`<button class="button plain" name="advance" value="${advance}">${words}</button>`)}
</form>
${moveForm(root, view)}
<section class="small quiet about">
<p>The whole installation shares this clock: reminders, the end of links, reports, settlement and retries follow it. On its way forward it stops at each moment at which something is due, until that has finished.</p>
<p>Moving back undoes nothing: what has happened does not happen again.</p>
<p>Programs move it with <code>POST /sandbox/v1/clock</code>, the command line with <code>quittance clock advance P1M</code>.</p>
</section>`
  return { name: 'clock', title: 'Clock', body }
}

function moveForm(root: string, { now, refused }: ClockView): Html {
  const to = refused?.to ?? now.toString({ smallestUnit: 'minute' }).replace('Z', '')
  const described = refused === undefined ? 'to-help' : 'to-problem to-help'
  const invalid = refused !== undefined && new Html(' aria-invalid="true"')
  return html`<form class="move" method="post" action="${root}/sandbox/clock" data-once>
<input type="hidden" name="from" value="clock">
<div class="field"><label for="to">Move to</label>
<input id="to" name="to" type="datetime-local" min="2000-01-01T00:00" max="2199-12-31T23:59" required value="${to}" aria-describedby="${described}"${invalid}>
${refused && html`<p class="problem" id="to-problem" role="alert">${refused.problem}</p>`}
<p class="help" id="to-help">Date and time in UTC</p></div>
<button class="button">Move the clock</button>
</form>`
}

/** Seconds matter little after days; some pass while the clock stops. */
function distance({ offsetMs }: ClockView): string {
  const away = Temporal.Duration.from({ milliseconds: Math.abs(offsetMs) })
  const smallestUnit = away.total('days') < 1 ? 'second' : 'minute'
  const rounded = away.round({ largestUnit: 'day', smallestUnit })
  if (rounded.blank) return 'The same as the machine’s clock.'
  return `${rounded.toLocaleString('en')} ${offsetMs > 0 ? 'ahead of' : 'behind'} the machine’s clock.`
}
