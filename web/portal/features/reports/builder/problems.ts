// pure
import { ApiProblem } from '../../../api/api-problem.ts'
import { isDate } from '../../../invoice-list/state/periods.ts'
import { daysOf } from './body.ts'
import type { ReportForm } from './form.ts'

/** The parts of the form that a problem can stand at. */
type Place =
  | 'definition'
  | 'name'
  | 'group'
  | 'fields'
  | 'filters'
  | 'format'
  | 'convention'
  | 'period'
  | 'schedule'
  | 'zone'
  | 'recipients'

export type Problems = Readonly<Partial<Record<Place, readonly string[]>>>

const PLACES: readonly (readonly [field: RegExp, place: Place])[] = [
  [/^reportDefinitionName/, 'definition'],
  [/^reportName/, 'name'],
  [/^(?:groupName|selectedMerchantGroupName|groupId)/, 'group'],
  [/^reportFields/, 'fields'],
  [/^reportFilters/, 'filters'],
  [/^reportMimeType/, 'format'],
  [/^reportPreferences/, 'convention'],
  [/^report(?:Start|End)Time/, 'period'],
  [/^(?:reportFrequency|reportInterval|startTime|startDay)/, 'schedule'],
  [/^time[zZ]one/, 'zone'],
  [/^deliverTo/, 'recipients'],
]

/** Sentences of the service about fields, in English, at the parts of the form that have them. */
export function problemsOf(error: Error | null): Problems {
  const fields = error instanceof ApiProblem ? error.facts['fields'] : undefined
  const found: Partial<Record<Place, string[]>> = {}
  for (const { path, message } of Array.isArray(fields)
    ? (fields as readonly { path: string; message: string }[])
    : []) {
    const place = PLACES.find(([pattern]) => pattern.test(path))?.[1]
    if (place === undefined) continue
    found[place] = [...(found[place] ?? []), message]
  }
  return found
}

export type FormWords = {
  readonly nameMissing: string
  readonly nameWrong: string
  readonly nameTaken: string
  readonly fieldsMissing: string
  readonly dateMissing: string
  readonly dateOrder: string
  readonly intervalWrong: string
}

const NAME = /^[a-zA-Z0-9 _+-]{1,250}$/
const MINUTES_OF_DAY = 24 * 60

/** Problems that are known before the service is asked. `names` are those of other subscriptions. */
export function problemsBefore(form: ReportForm, names: readonly string[], words: FormWords): Problems {
  const name = form.name.trim()
  return {
    ...(name === '' && { name: [words.nameMissing] }),
    ...(name !== '' && !NAME.test(name) && { name: [words.nameWrong] }),
    ...(names.includes(name) && { name: [words.nameTaken] }),
    ...(form.fields.length === 0 && { fields: [words.fieldsMissing] }),
    ...(form.isOnce && periodProblem(form, words)),
    ...(!form.isOnce && form.frequency === 'USER_DEFINED' && intervalProblem(form, words)),
  }
}

function periodProblem(form: ReportForm, words: FormWords): Problems {
  if (!isDate(form.from) || !isDate(form.to)) return { period: [words.dateMissing] }
  return daysOf(form) < 1 ? { period: [words.dateOrder] } : {}
}

function intervalProblem({ intervalHours, intervalMinutes }: ReportForm, words: FormWords): Problems {
  const minutes = 60 * Number(intervalHours || '0') + Number(intervalMinutes || '0')
  const isRight = Number.isInteger(minutes) && minutes >= 1 && minutes < MINUTES_OF_DAY
  return isRight ? {} : { schedule: [words.intervalWrong] }
}

export function hasProblems(problems: Problems): boolean {
  return Object.keys(problems).length > 0
}

/** A preview can be asked for: what it needs is there. */
export function isPreviewable(form: ReportForm): boolean {
  const { name: _, ...others } = problemsBefore(form, [], NO_WORDS)
  return !hasProblems(others) && (!form.isOnce || daysOf(form) <= 31)
}

const NO_WORDS: FormWords = {
  ...{ nameMissing: '', nameWrong: '', nameTaken: '', fieldsMissing: '' },
  ...{ dateMissing: '', dateOrder: '', intervalWrong: '' },
}
