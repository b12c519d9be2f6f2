// pure
import type { ReportForm } from './form.ts'

const WORDS: Readonly<Record<ReportForm['frequency'], string>> = {
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  USER_DEFINED: 'interval',
}

/** A name in the Latin letters that names of reports have: Deposit Detail daily. */
export function suggestedName({ definition, isOnce, from, to, frequency }: ReportForm): string {
  const subject = definition.replace(/Class$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  if (!isOnce) return `${subject} ${WORDS[frequency]}`
  return from === to ? `${subject} ${from}` : `${subject} ${from} ${to}`
}

/** The form with the name that follows from it, unless one was typed. */
export function withName(form: ReportForm): ReportForm {
  return form.isNamed ? form : { ...form, name: suggestedName(form) }
}
