import type { Actor } from '../../kernel/actor.ts'
import { auditWrites } from '../../organizations/index.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { CustomFieldDefinition } from './custom-field.ts'

type CustomFieldAudit = {
  readonly at: Temporal.Instant
  readonly action: `custom-field.${'created' | 'changed' | 'deleted'}`
  readonly definition: CustomFieldDefinition
}

export function customFieldAudit(
  { organizationId, by }: Actor,
  { at, action, definition: { definitionId, fieldType, label } }: CustomFieldAudit,
): readonly Write[] {
  return auditWrites({
    organizationId,
    at,
    actor: by,
    action,
    subject: `custom-field:${definitionId}`,
    details: { fieldType, label },
  })
}
