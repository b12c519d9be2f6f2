import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { ONCE_REFUSALS, REFUSALS } from '../http/refusal-contract.ts'
import { refuseNonMerchant } from '../http/refuse-non-merchant.ts'
import { unknownFieldWarnings, type Warning } from '../http/unknown-fields.ts'
import type { RecordViolationsDeps } from '../personal-data/record-violations.ts'
import { withViolationRecording } from '../personal-data/with-violation-recording.ts'
import { changeCustomField, createCustomField, deleteCustomField } from './change-custom-fields.ts'
import { CustomFieldRequest, CustomFields, DefinitionId, ReferenceType } from './contract.ts'
import type { CustomFieldDefinition } from './custom-field.ts'
import { listDefinitions } from './custom-field-store.ts'
import { type ReadCustomField, readCustomField } from './read-custom-field.ts'

type CustomFieldRoutesDeps = Omit<RecordViolationsDeps, 'db'> & { readonly db: Database }

const PATH = '/invoicing/v2/:referenceType/merchantDefinedFields'
const documentedParameters = { referenceType: 'Invoice' }
const READ = {
  scope: 'invoices:read',
  documentedParameters,
  documentedResponses: { 200: CustomFields, ...REFUSALS },
} as const
const CHANGE = {
  scope: 'invoices',
  documentedParameters,
  documentedHeaders: OnceHeaders,
  documentedBody: CustomFieldRequest,
  documentedResponses: { 200: CustomFields, ...ONCE_REFUSALS },
} as const
const DOCUMENTED = { tags: ['Invoicing'], querystring: ActingFor }

const LIST = {
  config: READ,
  schema: {
    operationId: 'getMerchantDefinedFields',
    summary: 'List the custom fields of invoices',
    ...DOCUMENTED,
    params: ReferenceType,
  },
}
const CREATE = {
  config: CHANGE,
  schema: {
    operationId: 'createMerchantDefinedField',
    summary: 'Add a custom field to invoices',
    ...DOCUMENTED,
    params: ReferenceType,
  },
}
const UPDATE = {
  config: CHANGE,
  schema: {
    operationId: 'updateMerchantDefinedField',
    summary: 'Change a custom field of invoices',
    description: 'Replaces the definition: fields that are left out get their defaults. The type cannot change.',
    ...DOCUMENTED,
    params: DefinitionId,
  },
}
const DELETE = {
  config: { ...READ, scope: 'invoices' } as const,
  schema: {
    operationId: 'deleteMerchantDefinedField',
    summary: 'Delete a custom field of invoices',
    description: 'Invoices that have a value of the field keep it.',
    ...DOCUMENTED,
    params: DefinitionId,
  },
}

/** Fields that a merchant adds to its invoices. Every response lists all of them. */
export function customFieldRoutes(deps: CustomFieldRoutesDeps): RoutePlugin {
  const { db: database } = deps
  return async (app) => {
    // After the hooks that determine the organization.
    app.addHook('preHandler', async (request) => {
      refuseReferenceType(request)
      refuseNonMerchant(request)
    })
    app.get(PATH, LIST, async ({ organization }) => {
      const definitions = await listDefinitions(database.db, organization.organizationId)
      return definitions.map((definition) => presented(definition))
    })
    app.post(PATH, CREATE, async (request, reply) => {
      const read = readCustomField(request.body)
      return withViolationRecording(deps, request, () =>
        respondOnce(reply, {
          database,
          act: (db) => createCustomField({ ...deps, db }, actorOf(request), read),
          present: (definitions) => responseOf(definitions, { read, definitionId: definitions.at(-1)?.definitionId }),
        }),
      )
    })
    app.put(`${PATH}/:id`, UPDATE, async (request, reply) => {
      const definitionId = definitionIdOf(request.params.id)
      const read = readCustomField(request.body)
      return withViolationRecording(deps, request, () =>
        respondOnce(reply, {
          database,
          act: (db) => changeCustomField({ ...deps, db }, actorOf(request), { definitionId, read }),
          present: (definitions) => responseOf(definitions, { read, definitionId }),
        }),
      )
    })
    app.delete(`${PATH}/:id`, DELETE, async (request, reply) => {
      const definitionId = definitionIdOf(request.params.id)
      return respondOnce(reply, {
        database,
        act: (db) => deleteCustomField({ ...deps, db }, actorOf(request), { definitionId }),
        present: (definitions) => responseOf(definitions),
      })
    })
  }
}

type Written = { readonly read: ReadCustomField; readonly definitionId: number | undefined }

/** The response is a list, so the warnings about a request are with the field that it wrote. */
function responseOf(definitions: readonly CustomFieldDefinition[], written?: Written) {
  return {
    status: 200,
    body: definitions.map((definition) => {
      const isWritten = definition.definitionId === written?.definitionId
      return presented(definition, isWritten ? unknownFieldWarnings(written.read.unknownFields) : [])
    }),
  }
}

function refuseReferenceType({ params }: Pick<FastifyRequest, 'params'>): void {
  const { referenceType } = params as Static<typeof ReferenceType>
  if (referenceType.toLowerCase() === 'invoice') return
  throw new AppError(
    'not-found',
    'NOT_FOUND',
    'Only Invoice has merchant defined fields: payment links (Purchase, Donation) are not supported.',
  )
}

/** Undefined if it cannot be the id of a definition. */
function definitionIdOf(id: string): number | undefined {
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

function presented(definition: CustomFieldDefinition, warnings: readonly Warning[] = []): object {
  return {
    id: String(definition.definitionId),
    fieldType: definition.fieldType,
    label: definition.label,
    customerVisible: definition.isCustomerVisible,
    textMinLength: definition.textMinLength,
    textMaxLength: definition.textMaxLength,
    possibleValues: definition.possibleValues,
    textDefaultValue: definition.textDefaultValue,
    merchantId: definition.organizationId,
    referenceType: definition.referenceType,
    readOnly: definition.isReadOnly,
    merchantDefinedDataIndex: definition.dataIndex,
    warnings: warnings.length === 0 ? undefined : warnings,
  }
}
