// pure

import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import { AppError } from '../../kernel/errors.ts'
import { invalid } from '../../kernel/reading/reading.ts'
import { refuseRequest } from '../personal-data/personal-data-refused.ts'
import { CUSTOM_FIELDS_MAX, type CustomFieldDefinition, type CustomFieldTerms, DATA_INDEX_MAX } from './custom-field.ts'
import type { ReadCustomField } from './read-custom-field.ts'

type NewDefinition = Pick<CustomFieldDefinition, 'organizationId' | 'definitionId' | 'createdAt'>

/** A new definition; without a data index it gets the smallest free one. */
export function defined(
  { problems, findings, terms }: ReadCustomField,
  active: readonly CustomFieldDefinition[],
  given: NewDefinition,
): CustomFieldDefinition {
  if (active.length >= CUSTOM_FIELDS_MAX) {
    throw actionNotAllowed(`A merchant can have at most ${CUSTOM_FIELDS_MAX} custom fields: delete one first.`)
  }
  refuseRequest(problems, findings)
  refuseTaken(terms, active)
  const dataIndex = terms.dataIndex ?? smallestFreeIndex(active)
  return { ...terms, dataIndex, ...given, referenceType: 'Invoice', deletedAt: undefined }
}

/**
 * The definition with all its terms replaced. Omitted terms get their defaults, except the data index, which
 * stays: values that were sent with it would otherwise be looked up in the wrong place.
 */
export function redefined(
  before: CustomFieldDefinition,
  { problems, findings, terms }: ReadCustomField,
  active: readonly CustomFieldDefinition[],
): CustomFieldDefinition {
  const isTypeRead = problems.every(({ field }) => field !== 'fieldType')
  const isOtherType = isTypeRead && terms.fieldType !== before.fieldType
  const typeProblem = invalid('fieldType', `cannot change: the field is a ${before.fieldType} field`)
  refuseRequest(isOtherType ? [...problems, typeProblem] : problems, findings)
  const others = active.filter(({ definitionId }) => definitionId !== before.definitionId)
  const after = { ...before, ...terms, dataIndex: terms.dataIndex ?? before.dataIndex }
  refuseTaken(after, others)
  return isSame(before, after) ? before : after
}

export function deleted(
  before: CustomFieldDefinition,
  { at }: { readonly at: Temporal.Instant },
): CustomFieldDefinition {
  return { ...before, deletedAt: at }
}

/** The active definition with this id; refuses one that is unknown or deleted. */
export function activeDefinition(
  active: readonly CustomFieldDefinition[],
  definitionId: number | undefined,
): CustomFieldDefinition {
  const found = active.find((definition) => definition.definitionId === definitionId)
  if (found === undefined) {
    throw new AppError('not-found', 'NOT_FOUND', 'The merchant defined field does not exist.')
  }
  return found
}

function refuseTaken(
  { label, dataIndex }: Pick<CustomFieldTerms, 'label' | 'dataIndex'>,
  others: readonly CustomFieldDefinition[],
): void {
  const taken = [
    ...(others.some((other) => sameLabel(other.label, label)) ? ['label'] : []),
    ...(dataIndex !== undefined && others.some((other) => other.dataIndex === dataIndex)
      ? ['merchantDefinedDataIndex']
      : []),
  ]
  if (taken.length === 0) return
  throw new AppError(
    'invalid',
    'DUPLICATE_RECORD',
    `Another merchant defined field has the same ${taken.join(' and ')}.`,
    taken.map((field) => ({ field, reason: 'INVALID_DATA' })),
  )
}

/** People cannot tell apart two labels that differ only in letter case. */
function sameLabel(one: string, other: string): boolean {
  return one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase()
}

function smallestFreeIndex(active: readonly CustomFieldDefinition[]): number {
  const taken = new Set(active.map(({ dataIndex }) => dataIndex))
  const indexes = Array.from({ length: DATA_INDEX_MAX }, (_, index) => index + 1)
  // There are more indexes than definitions.
  return indexes.find((index) => !taken.has(index)) ?? DATA_INDEX_MAX
}

function isSame(before: CustomFieldDefinition, after: CustomFieldDefinition): boolean {
  const names = Object.keys(after) as (keyof CustomFieldDefinition)[]
  return names.every((name) => before[name] === after[name])
}
