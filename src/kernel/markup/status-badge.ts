// pure
import type { Language } from '../language.ts'
import { type ShownStatus, STATUS_WORDS } from '../wording/status-words.ts'
import { type Html, html } from './html.ts'

/** A status as a word on its color, by the kit's badge. */
export function statusBadge(status: ShownStatus, language: Language): Html {
  return html`<span class="badge ${status.toLowerCase()}">${STATUS_WORDS[language][status]}</span>`
}
