import { findReportDefinition } from '../../catalogue/report-definitions.ts'
import {
  combined,
  hasNoValue,
  members,
  type Reader,
  refused,
  required,
  valueOrThrow,
  withDefault,
} from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { bodyObject, readTerms, type TermsContext } from '../reports/terms/read-terms.ts'
import { readTiming, type SubscriptionInput } from './read-subscription.ts'

export const PREDEFINED_TYPES = ['STANDARD', 'CLASSIC'] as const
type PredefinedType = (typeof PREDEFINED_TYPES)[number]

type Preset = {
  /** Names that the client may give; the first one is stored. */
  readonly zones: readonly [string, ...string[]]
  readonly frequencies: readonly string[]
  /** The last part of the default name. */
  readonly ending: string
}

const PRESETS: Readonly<Record<PredefinedType, Preset>> = {
  STANDARD: { zones: ['America/Los_Angeles', 'PST'], frequencies: ['DAILY', 'WEEKLY', 'MONTHLY'], ending: 'Standard' },
  CLASSIC: { zones: ['GMT'], frequencies: ['DAILY'], ending: 'Classic' },
}

const OWN = members({
  subscriptionType: required(given(oneOf(PREDEFINED_TYPES))),
  subscriptionStatus: withDefault(given(oneOf(['ACTIVE', 'INACTIVE'])), 'ACTIVE'),
})

/**
 * Reads the body of a predefined subscription: the default fields of a definition, in a zone and at times that follow from
 * its type. Throws a refusal that names every problem.
 */
export function readPredefined(raw: unknown, context: TermsContext): SubscriptionInput {
  const body = bodyObject(raw)
  const own = OWN(body, '')
  // Without a valid type, the other fields are checked as those of the more permissive one.
  const type = 'value' in own ? own.value.subscriptionType : 'STANDARD'
  const preset = PRESETS[type]
  const chosen = members({
    reportFrequency: withDefault(frequencyOf(type, preset), 'DAILY'),
    timezone: withDefault(zoneOf(type, preset), preset.zones[0]),
  })(body, '')
  const frequency = 'value' in chosen ? chosen.value.reportFrequency : 'DAILY'
  const completed = completedBody(body, { preset, frequency })
  const read = combined({
    own,
    chosen,
    timing: readTiming({ ...body, reportFrequency: frequency }),
    terms: readTerms(completed, { ...context, isTimeZoneOptional: false }),
  })
  const { terms, timing, own: rest } = valueOrThrow(read)
  return { terms, timing, isPaused: rest.subscriptionStatus === 'INACTIVE', namesRecipients: false, warnings: [] }
}

type Chosen = { readonly preset: Preset; readonly frequency: string }

/** The body as that of an ordinary subscription. */
function completedBody(body: Readonly<Record<string, unknown>>, { preset, frequency }: Chosen) {
  const { reportDefinitionName, reportName, reportMimeType } = body
  const definition = typeof reportDefinitionName === 'string' ? findReportDefinition(reportDefinitionName) : undefined
  const subject = definition?.name.replace(/Class$/, '') ?? ''
  const period = `${frequency.charAt(0)}${frequency.slice(1).toLowerCase()}`
  return {
    reportDefinitionName,
    reportMimeType,
    reportName: hasNoValue(reportName) ? `${subject}Report_${period}_${preset.ending}` : reportName,
    timezone: preset.zones[0],
    reportFields: definition?.defaultFields ?? [],
  }
}

function frequencyOf(type: PredefinedType, { frequencies }: Preset): Reader<string> {
  return (raw, field) => {
    const folded = typeof raw === 'string' ? raw.toUpperCase() : undefined
    const value = frequencies.find((frequency) => frequency === folded)
    const sentence = `must be ${frequencies.join(' or ')} if the subscription is ${type}`
    return value === undefined ? refused(field, sentence) : { value }
  }
}

function zoneOf(type: PredefinedType, { zones }: Preset): Reader<string> {
  return (raw, field) =>
    zones.some((zone) => zone === raw)
      ? { value: zones[0] }
      : refused(field, `must be ${zones.join(' or ')} if the subscription is ${type}`)
}
