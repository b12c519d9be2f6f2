// pure

import { type ReadValues, textOf } from '../../kernel/reading/field-reader.ts'
import { choice, type FieldTable, flag, text } from '../../kernel/reading/field-table.ts'
import { type Findings, fieldSet, readFields, report } from '../../kernel/reading/read-fields.ts'
import { hasNoValue, invalid, isObject } from '../../kernel/reading/reading.ts'
import { type PersonalDataFinding, personalDataFindings } from '../personal-data/personal-data.ts'
import { personalDataProblem } from '../personal-data/personal-data-refused.ts'
import {
  CONTROLS_OF_LABEL,
  LABEL_CONTROLS,
  LABEL_KEYS,
  LABEL_VALUE_LENGTH_MAX,
  type LabelChange,
  type LabelKey,
  labelKeysWith,
} from './label.ts'

/** Every field of `customLabels[]`. */
export const LABEL_FIELDS = {
  key: choice('key', LABEL_KEYS, 'The label; an entry without key is ignored.'),
  value: text(
    'value',
    LABEL_VALUE_LENGTH_MAX,
    'The new text; an empty one changes nothing. Must not contain personal data.',
  ),
  hidden: flag('hidden', `Hides it on the payment page: ${labelKeysWith('hidden').join(', ')}.`),
  hiddenForInvoice: flag(
    'hiddenForInvoice',
    `Hides it in the rows of the total: ${labelKeysWith('hiddenForInvoice').join(', ')}.`,
  ),
  hiddenForItem: flag(
    'hiddenForItem',
    `Hides it in the columns of the items: ${labelKeysWith('hiddenForItem').join(', ')}.`,
  ),
} as const satisfies FieldTable

/** A request can also reset a label. */
export const LABEL_CHANGE_FIELDS = {
  ...LABEL_FIELDS,
  reset: flag('reset', 'Takes back all that the label had before; the rest of the entry applies.'),
} as const satisfies FieldTable

export const LABELS_MAX = 100
const FIELDS = fieldSet(LABEL_CHANGE_FIELDS)

type ReadLabels = {
  /** In the order in which they were sent; a label can occur twice. */
  readonly labels: readonly LabelChange[]
  /** Also in problems. */
  readonly personalData: readonly PersonalDataFinding[]
}

const NONE: ReadLabels = { labels: [], personalData: [] }

/** An empty list and entries without key change nothing; a label is reset by `reset` alone. */
export function readLabels(raw: unknown, path: string, findings: Findings): ReadLabels {
  if (hasNoValue(raw)) return NONE
  if (!Array.isArray(raw) || raw.length > LABELS_MAX) {
    report(findings, invalid(path, `must be a list of at most ${LABELS_MAX} labels`))
    return NONE
  }
  const read = raw.map((entry: unknown, index) => readLabel(entry, `${path}[${index}]`, findings))
  return {
    labels: read.flatMap(({ labels }) => labels),
    personalData: read.flatMap(({ personalData }) => personalData),
  }
}

function readLabel(entry: unknown, place: string, findings: Findings): ReadLabels {
  if (isObject(entry) && hasNoValue(entry['key'])) return NONE
  const values = readFields(entry, { set: FIELDS, prefix: `${place}.`, findings })
  const personalData = personalDataFindings({
    [`${place}.value`]: isObject(entry) ? textOf(entry['value']) : undefined,
  })
  report(findings, ...personalData.map(personalDataProblem))
  return {
    labels: values.key === undefined ? [] : [labelOf(values.key, values, { place, findings })],
    personalData,
  }
}

/** A control that the label does not support can be false: that changes nothing. */
function labelOf(
  key: LabelKey,
  values: ReadValues<typeof LABEL_CHANGE_FIELDS>,
  { place, findings }: { readonly place: string; readonly findings: Findings },
): LabelChange {
  const controls = LABEL_CONTROLS.filter((control) => values[control] !== undefined)
  const own = controls.filter((control) => CONTROLS_OF_LABEL[key].includes(control))
  for (const control of controls) {
    if (own.includes(control) || values[control] === false) continue
    const sentence = `is not supported for ${key}; supported labels: ${labelKeysWith(control).join(', ')}`
    report(findings, invalid(`${place}.${control}`, sentence))
  }
  return {
    key,
    ...(values.reset === true ? { reset: true } : {}),
    ...(values.value === undefined ? {} : { value: values.value }),
    ...Object.fromEntries(own.map((control) => [control, values[control]])),
  }
}
