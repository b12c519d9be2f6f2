import Type, { type TSchema } from 'typebox'
import type { FieldTable, RequestField } from '../../kernel/reading/field-table.ts'
import { LOGO_BYTES_MAX } from './logo.ts'
import { LABEL_CHANGE_FIELDS, LABEL_FIELDS, LABELS_MAX } from './read-labels.ts'
import { SETTINGS, type SettingField } from './settings-fields.ts'

/** The documented form of settings, generated from the tables that they are read by. */

const merchantLogo = Type.String({
  description: `A gif, jpg or png of at most ${LOGO_BYTES_MAX} bytes, as Base64 or data URI; returned as a data URI.`,
})

function settingsWith(labelFields: FieldTable) {
  const fields = Object.entries<RequestField>(labelFields)
  const label = Type.Object(Object.fromEntries(fields.map(([name, field]) => [name, Type.Optional(schemaOf(field))])))
  return {
    ...nested(),
    merchantLogo: Type.Optional(merchantLogo),
    customLabels: Type.Optional(Type.Array(label, { maxItems: LABELS_MAX })),
  }
}

export const SettingsRequest = Type.Object({
  invoiceSettingsInformation: Type.Optional(
    Type.Object(settingsWith(LABEL_CHANGE_FIELDS), {
      description:
        'Only the settings to change. A null or empty value resets a setting to its default, `reset` a label.',
    }),
  ),
})

const text = Type.Optional(Type.String())

export const SettingsResponse = Type.Object(
  {
    submitTimeUtc: Type.String({ format: 'date-time', description: 'Time of the last change.' }),
    invoiceSettingsInformation: Type.Object(
      {
        ...settingsWith(LABEL_FIELDS),
        payerAuthentication3DSVersion: Type.Boolean({
          description: 'Whether payer authentication is enabled.',
        }),
      },
      { description: 'Settings without value and default are left out.' },
    ),
    merchantInformation: Type.Object({
      name: Type.String(),
      phone: text,
      addressDetails: Type.Optional(
        Type.Object({
          ...{ address1: text, address2: text, city: text },
          ...{ state: text, country: text, postalCode: text },
        }),
      ),
    }),
    warnings: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), reason: Type.String(), message: Type.String() }), {
        description:
          'Unknown fields, which were ignored; colors that payers do not see as they were chosen; 3-D Secure that is off although the processor offers it; notifications that reach nobody.',
      }),
    ),
  },
  { description: 'All effective settings.' },
)

function nested(): Record<string, TSchema> {
  const properties: Record<string, TSchema> = {}
  const groups: Record<string, Record<string, TSchema>> = {}
  for (const [, field] of SETTINGS) {
    const [outer = '', inner] = field.path.split('.')
    const schema = Type.Optional(schemaOf(field))
    if (inner === undefined) properties[outer] = schema
    else groups[outer] = { ...groups[outer], [inner]: schema }
  }
  for (const [name, group] of Object.entries(groups)) {
    properties[name] = Type.Optional(Type.Object(group))
  }
  return properties
}

function schemaOf(field: RequestField | SettingField): TSchema {
  const common = {
    description: field.about,
    ...('default' in field ? { default: field.default } : {}),
  }
  if (field.kind === 'boolean') return Type.Boolean(common)
  if ('choices' in field) return Type.Enum([...(field.choices ?? [])], common)
  const form = 'form' in field && field.form !== undefined ? { pattern: field.form.pattern.source } : {}
  const length = 'lengthMax' in field ? { maxLength: field.lengthMax } : {}
  return Type.String({ ...common, ...form, ...length, ...formatOf(field) })
}

function formatOf(field: RequestField | SettingField): { readonly format?: string } {
  if (field.kind === 'email') return { format: 'email' }
  return 'isUrl' in field ? { format: 'uri' } : {}
}
