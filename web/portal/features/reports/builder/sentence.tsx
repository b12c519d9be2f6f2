import { useFormat } from '../../../format/use-format.ts'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { FORMAT_NAMES } from '../format-names.ts'
import { useDefinitionName } from '../use-definition-name.ts'
import { daysOf } from './body.ts'
import type { ReportForm } from './form.ts'
import { weekdayName, zoneCity } from './schedule-text.ts'

/** Says in one sentence what will happen. */
export function useSentence(form: ReportForm): string {
  const { sentences } = useWords('reports')
  const language = useLanguage()
  const format = useFormat()
  const what = useDefinitionName()(form.definition)
  const facts = { what, format: FORMAT_NAMES[form.format] }
  if (form.isOnce) {
    const days = { from: format.date(form.from), to: format.date(form.to) }
    return daysOf(form) === 1 ? sentences.onceDay({ ...facts, day: days.from }) : sentences.once({ ...facts, ...days })
  }
  const run = { ...facts, time: form.time, zone: zoneCity(form.zone) }
  switch (form.frequency) {
    case 'DAILY':
      return sentences.daily(run)
    case 'WEEKLY':
      return sentences.weekly({ ...run, day: weekdayName(form.startDay, language) })
    case 'MONTHLY':
      return sentences.monthly({ ...run, day: String(form.startDay) })
    case 'USER_DEFINED':
      return sentences.interval({
        ...run,
        hours: String(Number(form.intervalHours || '0')),
        minutes: String(Number(form.intervalMinutes || '0')),
      })
  }
}

export function Sentence({ form }: { readonly form: ReportForm }) {
  return <p className="report-sentence">{useSentence(form)}</p>
}
