// pure
import { type Html, html } from '../../kernel/markup/html.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'

const SHOWN = { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const

/** An instant for people, in UTC: Nov 25, 2026, 14:00 UTC. */
export function instantTag(instant: Temporal.Instant): Html {
  return html`<time datetime="${writtenInstant(instant)}">${instant.toLocaleString('en-US', SHOWN)} UTC</time>`
}
