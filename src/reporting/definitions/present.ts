import type { Static } from 'typebox'
import type { Field } from '../../catalogue/field.ts'
import { fieldsOfDefinition, type ReportDefinition, type ReportFormat } from '../../catalogue/report-definition.ts'
import { filtersOf, type ReportFilter } from '../../catalogue/report-filters.ts'
import { formatsOf } from '../reports/report-formats.ts'
import type { Definitions, DetailedDefinition } from './contract.ts'

type Presented = Static<typeof Definitions>['reportDefinitions'][number]
type Attribute = Static<typeof DetailedDefinition>['attributes'][number]
type PresentOptions = { readonly timeZone: string; readonly format?: ReportFormat | undefined }

export function presentDefinition(definition: ReportDefinition, options: PresentOptions): Presented {
  const { id, name, title, description, frequencies, dtdCode, version } = definition
  return {
    type: title,
    reportDefinitionId: id,
    reportDefinitionName: name,
    reportDefintionName: name,
    supportedFormats: [...formatsOf(definition)],
    supportedFrequencies: [...frequencies],
    description,
    defaultSettings: {
      reportMimeType: options.format ?? 'text/csv',
      reportFrequency: 'DAILY',
      reportName: title,
      // Existing clients know the listed names only, and UTC is not among them.
      timezone: options.timeZone === 'UTC' ? 'GMT' : options.timeZone,
      startTime: '0000',
      startDay: 1,
      reportFilters: {},
      reportPreferences: { signedAmounts: false },
    },
    subscriptionType: 'CUSTOM',
    dtd: `/reporting/v3/dtds/${dtdCode}-${version}`,
  }
}

export function presentAttributes(definition: ReportDefinition): readonly Attribute[] {
  const filters = Map.groupBy(filtersOf(definition), ({ field }) => field)
  return fieldsOfDefinition(definition).map((field) => ({
    id: String(field.id),
    name: field.wireName,
    description: field.description,
    ...filtering(field, filters.get(field) ?? []),
    default: definition.defaultFields.includes(field.wireName),
    required: definition.requiredFields.includes(field.wireName),
    type: field.type.kind,
    ...('lengthMax' in field.type ? { length: field.type.lengthMax } : {}),
    masked: field.masking !== undefined,
    soapiName: field.soapiName,
    scmpName: field.scmpName,
    ...('codes' in field.type ? { codes: field.type.codes } : {}),
  }))
}

/** The properties of a field that can be filtered; empty if it cannot. */
function filtering(field: Field, filters: readonly ReportFilter[]): Partial<Attribute> {
  const filterType = filters[0]?.filterType
  if (filterType === undefined) return {}
  const short = filters.find(({ name }) => name !== field.wireName)
  return {
    filterType,
    ...('codes' in field.type ? { supportedType: Object.keys(field.type.codes) } : {}),
    ...(short === undefined ? {} : { shortFilterName: short.name }),
  }
}
