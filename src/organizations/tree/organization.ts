// pure
import { type FieldProblem, refuseInvalid } from '../../kernel/errors.ts'
import { isTimeZone } from '../../kernel/time/time-text.ts'
import { type Contact, changedContact, contactProblems, isPlainText } from './contact.ts'

export const ORGANIZATION_TYPES = ['partner', 'account', 'merchant'] as const
export type OrganizationType = (typeof ORGANIZATION_TYPES)[number]
export type OrganizationStatus = 'ACTIVE' | 'SUSPENDED'

export const VALIDATIONS = ['strict', 'lenient'] as const
/** Lenient validation accepts requests of existing clients' samples that violate the specification. */
export type Validation = (typeof VALIDATIONS)[number]

export type Suspension = {
  readonly organizationId: string
  readonly reason: string | undefined
}

export type Organization = {
  readonly organizationId: string
  readonly type: OrganizationType
  readonly parentId: string | undefined
  /** From the root down to the organization itself. */
  readonly path: readonly string[]
  readonly name: string
  readonly timeZone: string
  readonly contact: Contact
  readonly status: OrganizationStatus
  /** Why it was suspended. */
  readonly statusReason: string | undefined
  /** The highest suspended organization on its path, itself included: a suspension covers everything below. */
  readonly suspendedBy: Suspension | undefined
  readonly hasFraudManagement: boolean
  /** Undefined if the setting of the service applies. */
  readonly validation: Validation | undefined
  /** Whether its people need one-time codes. */
  readonly requiresCodes: boolean
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

export type NewOrganization = Pick<
  Organization,
  'organizationId' | 'type' | 'name' | 'timeZone' | 'contact' | 'hasFraudManagement'
> & { readonly validation?: Validation | undefined }

export type OrganizationChanges = Partial<
  Pick<Organization, 'name' | 'timeZone' | 'contact' | 'hasFraudManagement' | 'validation' | 'requiresCodes'>
>

const ORGANIZATION_ID = /^[a-zA-Z0-9_-]{1,32}$/
const DEPTH_MAX = 32
const THING = 'The organization'

/** The allowed types of the parent; a merchant has no organizations below it. */
const PARENT_TYPES: Readonly<Record<OrganizationType, readonly OrganizationType[]>> = {
  partner: ['partner'],
  account: ['partner', 'account'],
  merchant: ['partner', 'account'],
}

export function isOrganizationId(text: string): boolean {
  return ORGANIZATION_ID.test(text)
}

export function created(
  input: NewOrganization,
  parent: Organization | undefined,
  { at }: { readonly at: Temporal.Instant },
): Organization {
  refuseInvalid(THING, [
    ...(isOrganizationId(input.organizationId)
      ? []
      : [{ field: 'organizationId', reason: 'must be 1 to 32 letters, digits, - and _' }]),
    ...parentProblems(input.type, parent),
    ...contentProblems(input),
  ])
  return {
    ...input,
    validation: input.validation,
    parentId: parent?.organizationId,
    path: [...(parent?.path ?? []), input.organizationId],
    status: 'ACTIVE',
    statusReason: undefined,
    suspendedBy: parent?.suspendedBy,
    requiresCodes: false,
    createdAt: at,
    updatedAt: at,
  }
}

export function changed(
  before: Organization,
  changes: OrganizationChanges,
  { at }: { readonly at: Temporal.Instant },
): Organization {
  const contact = changedContact(before.contact, changes.contact ?? {})
  const after = { ...before, ...changes, contact, updatedAt: at }
  refuseInvalid(THING, contentProblems(after))
  return after
}

export function suspended(
  before: Organization,
  { at, reason }: { readonly at: Temporal.Instant; readonly reason: string | undefined },
): Organization {
  if (reason !== undefined && !isPlainText(reason)) {
    refuseInvalid(THING, [{ field: 'reason', reason: 'must be 1 to 255 characters of text' }])
  }
  const { organizationId } = before
  const suspendedBy = suspensionFromAbove(before) ?? { organizationId, reason }
  return { ...before, status: 'SUSPENDED', statusReason: reason, suspendedBy, updatedAt: at }
}

export function resumed(before: Organization, { at }: { readonly at: Temporal.Instant }): Organization {
  const suspendedBy = suspensionFromAbove(before)
  return { ...before, status: 'ACTIVE', statusReason: undefined, suspendedBy, updatedAt: at }
}

function suspensionFromAbove({ organizationId, suspendedBy }: Organization): Suspension | undefined {
  return suspendedBy?.organizationId === organizationId ? undefined : suspendedBy
}

/** An organization may act for itself and for everything below it. */
export function canActFor(organizationId: string, target: Pick<Organization, 'path'>): boolean {
  return target.path.includes(organizationId)
}

function parentProblems(type: OrganizationType, parent: Organization | undefined): readonly FieldProblem[] {
  if (parent === undefined) return []
  if (!PARENT_TYPES[type].includes(parent.type)) {
    const allowed = PARENT_TYPES[type].join(' or ')
    return [{ field: 'parent', reason: `of a ${type} must be a ${allowed}, not a ${parent.type}` }]
  }
  if (parent.path.length >= DEPTH_MAX) {
    return [{ field: 'parent', reason: `is already ${DEPTH_MAX} levels deep` }]
  }
  return []
}

function contentProblems({
  name,
  timeZone,
  contact,
}: Pick<Organization, 'name' | 'timeZone' | 'contact'>): readonly FieldProblem[] {
  return [
    ...(isPlainText(name) ? [] : [{ field: 'name', reason: 'must be 1 to 255 characters of text' }]),
    ...(isTimeZone(timeZone)
      ? []
      : [{ field: 'timeZone', reason: 'must be a zone name such as Europe/Berlin or UTC' }]),
    ...contactProblems(contact),
  ]
}
