import { type ShownStatus, STATUS_WORDS } from '../../../src/kernel/wording/status-words.ts'
import { useLanguage } from '../words/use-words.ts'

/** A status as a word on its color, never a color alone. */
export function StatusBadge({ status }: { readonly status: ShownStatus }) {
  const language = useLanguage()
  return <span className={`badge ${status.toLowerCase()}`}>{STATUS_WORDS[language][status]}</span>
}
