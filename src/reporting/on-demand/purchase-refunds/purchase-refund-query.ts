import Type from 'typebox'
import { type CardScheme, findCardScheme } from '../../../catalogue/codes/card-schemes.ts'
import { members, optional, together, valueOrThrow, withDefault } from '../../../kernel/reading/reading.ts'
import { given, instant, oneOf, plainText, wholeNumber } from '../../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../../kernel/time/time-text.ts'
import { recordWindow } from '../../reports/terms/time-window.ts'
import { GroupName, WINDOW_PARAMETERS } from '../responses/contract.ts'
import type { OnDemandQuery } from '../responses/on-demand-report.ts'

const PATH = '/reporting/v3/purchase-refund-details'

const SUBTYPES = ['ALL', 'VI', 'MC', 'AX', 'DI', 'DP'] as const
const VIEWS = ['requestDate', 'submissionDate'] as const

const OFFSET_MAX = 2 ** 31 - 1
const LIMIT_MAX = 2_000
const GROUP_NAME_LENGTH_MAX = 80

export type PageQuery = OnDemandQuery & {
  /** Undefined: any payment method. */
  readonly cardScheme: CardScheme | undefined
  readonly viewBy: (typeof VIEWS)[number]
  readonly offset: number
  readonly limit: number
  readonly asOf: Temporal.Instant | undefined
  /** As they were sent. */
  readonly parameters: Readonly<Record<string, string>>
}

export const PURCHASE_REFUND_QUERY = Type.Object({
  ...WINDOW_PARAMETERS,
  paymentSubtype: Type.Optional(
    Type.Enum([...SUBTYPES], {
      default: 'ALL',
      description: 'Include only payments with cards of this scheme.',
    }),
  ),
  viewBy: Type.Optional(
    Type.Enum([...VIEWS], {
      default: 'requestDate',
      description:
        'Which time must lie in the window: the time of the request or the time of its submission to the processor.',
    }),
  ),
  groupName: GroupName,
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OFFSET_MAX,
      default: 0,
      description: 'Number of requests to skip.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_MAX,
      description: 'Maximum number of requests to return.',
    }),
  ),
  asOf: Type.Optional(
    Type.String({
      description:
        'Include only records received by this time. The link to the next page sets it, so that pages neither repeat nor skip requests while new records arrive.',
    }),
  ),
})

const PARAMETER_NAMES = Object.keys(PURCHASE_REFUND_QUERY.properties)

const QUERY = together({
  window: recordWindow,
  page: members({
    paymentSubtype: withDefault(given(oneOf(SUBTYPES)), 'ALL'),
    viewBy: withDefault(given(oneOf(VIEWS)), 'requestDate'),
    groupName: optional(given(plainText(GROUP_NAME_LENGTH_MAX))),
    offset: withDefault(given(wholeNumber(0, OFFSET_MAX)), 0),
    limit: withDefault(given(wholeNumber(1, LIMIT_MAX)), LIMIT_MAX),
    asOf: optional(given(instant)),
  }),
})

export function readPage(query: unknown): PageQuery {
  const { window, page } = valueOrThrow(QUERY(query, ''))
  const { paymentSubtype, ...others } = page
  return {
    window,
    ...others,
    cardScheme: paymentSubtype === 'ALL' ? undefined : findCardScheme(paymentSubtype),
    parameters: parametersOf((query ?? {}) as Readonly<Record<string, unknown>>),
  }
}

function parametersOf(query: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const given = PARAMETER_NAMES.flatMap((name): readonly (readonly [string, string])[] => {
    const text = query[name]
    return typeof text === 'string' && text !== '' ? [[name, text]] : []
  })
  return Object.fromEntries(given)
}

/** The path of the same response at another offset. */
export function pageHref(
  { parameters, limit }: PageQuery,
  { offset, asOf }: { readonly offset: number; readonly asOf: Temporal.Instant | undefined },
): string {
  const query = new URLSearchParams({
    ...parameters,
    offset: String(offset),
    limit: String(limit),
    ...(asOf === undefined ? {} : { asOf: writtenInstant(asOf) }),
  })
  // URLSearchParams writes a space as a plus sign, which not every parser of URLs reads as a space.
  return `${PATH}?${query.toString().replaceAll('+', '%20')}`
}
