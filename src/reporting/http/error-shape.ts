import { type ErrorShape, type ErrorShapeOfPrefix, standardErrorShape } from '../../platform/http/errors/error-shape.ts'
import type { HttpFailure } from '../../platform/http/errors/http-failure.ts'
import { acceptedTypes } from '../../platform/http/negotiation/accept-header.ts'
import { type ErrorBean, errorBeanXml } from './error-bean-xml.ts'
import { JSON_TYPE, jsonTypeFor } from './json-type.ts'

/** Codes that existing clients know, by status. */
const KNOWN: Readonly<
  Record<number, { readonly code: string; readonly localizationKey: string; readonly detail?: string }>
> = {
  400: { code: 'VALIDATION_ERROR', localizationKey: 'validation.errors' },
  404: {
    code: 'RESOURCE_NOTFOUND',
    localizationKey: 'resource.notfound',
    detail: 'The requested resource is not found. Please try again later.',
  },
  500: { code: 'SERVER_ERROR', localizationKey: 'server.error' },
}

const XML_TYPE = 'application/xml; charset=utf-8'
const XML_TYPES = new Set(['application/xml', 'text/xml'])

/** Existing clients know two error formats. An error has the keys of both, so that each client finds its own. */
const reportingErrorShape: ErrorShape = (failure, context) => {
  if (failure.httpStatus === 401) return standardErrorShape(failure, context)
  const bean = errorBean(failure, context)
  const contentType = contentTypeFor(context.accept)
  const body = contentType === XML_TYPE ? errorBeanXml(bean) : JSON.stringify(bean)
  return { contentType, body }
}

/** A preview is refused as the order would be, with a sentence for each field. */
const PREFIXES = [
  '/reporting',
  '/portal/v1/report-samples',
  '/portal/v1/report-runs',
  '/portal/v1/on-demand-reports',
  '/portal/v1/reports',
] as const

export const reportingErrors: readonly ErrorShapeOfPrefix[] = PREFIXES.map((prefix) => ({
  prefix,
  shape: reportingErrorShape,
}))

function errorBean(
  { httpStatus, status, reason, message, details }: HttpFailure,
  { at, correlationId }: Parameters<ErrorShape>[1],
): ErrorBean {
  const known = KNOWN[httpStatus >= 500 ? 500 : httpStatus]
  return {
    submitTimeUtc: at.toString({ smallestUnit: 'second' }),
    code: known?.code ?? status,
    reason,
    message,
    ...(known === undefined ? {} : { localizationKey: known.localizationKey }),
    detail: known?.detail ?? message,
    correlationId,
    details: details.map(({ field, reason }) => ({ field, reason })),
    fields: details.map(({ field, sentence }) => ({
      path: field,
      message: sentence === undefined ? message : `${field} ${sentence}`,
    })),
  }
}

/** XML only for a client that accepts XML and not JSON. */
function contentTypeFor(accept: string | undefined): string {
  const takesXml = acceptedTypes(accept).some((type) => XML_TYPES.has(type))
  return jsonTypeFor(accept) ?? (takesXml ? XML_TYPE : JSON_TYPE)
}
