import Type from 'typebox'
import { merchantGroups } from '../../../organizations/index.ts'
import { sparseTexts } from '../responses/contract.ts'
import type { OnDemandDeps, OnDemandReport, OnDemandRequest } from '../responses/on-demand-report.ts'
import { findPage, type RequestPage } from './purchase-refund-page.ts'
import { type PageQuery, PURCHASE_REFUND_QUERY, pageHref, readPage } from './purchase-refund-query.ts'
import { rowsOfRequest } from './purchase-refund-rows.ts'
import { findRelatedRecords } from './related-records.ts'
import {
  PURCHASE_REFUND_FORM,
  PURCHASE_REFUND_SECTIONS,
  type RequestRows,
  writePage,
} from './write-purchase-refunds.ts'

const Link = Type.Object({ href: Type.String(), method: Type.Literal('GET') })

/** Payments and refunds sent to the processor, by request, with everything that is known about them. */
export const PURCHASE_REFUND_DETAILS: OnDemandReport<PageQuery> = {
  name: 'purchase-refund-details',
  operationId: 'getPurchaseAndRefundDetails',
  summary: 'Purchase and refund details',
  description:
    'Payments and refunds sent to the processor, with their authorizations, fees, fundings and settlements. ' +
    'Rows with the same requestId belong together; offset and limit count requests. A record without a request id ' +
    'is listed under its record id. If there are more requests, _links.next and the Link header point to them.',
  query: PURCHASE_REFUND_QUERY,
  body: Type.Object({
    offset: Type.Integer(),
    limit: Type.Integer(),
    pageResults: Type.Integer({ description: 'Number of requests on this page.' }),
    ...Object.fromEntries(
      PURCHASE_REFUND_SECTIONS.map(({ listName, columns }) => [
        listName,
        Type.Optional(
          Type.Array(sparseTexts(['requestId', ...columns.map(({ name }) => name)]), {
            description: 'Omitted if the offset is past the last request.',
          }),
        ),
      ]),
    ),
    _links: Type.Object({ self: Link, next: Type.Optional(Link) }),
  }),
  form: PURCHASE_REFUND_FORM,
  formats: ['json', 'xml', 'csv'],
  read: readPage,
  respond: async (deps, request) => {
    const { query, scope, format } = request
    const page = await findPage(deps, scope.merchantIds, query)
    if (page === undefined) return undefined
    const { offset, limit } = query
    const links = linksOf(query, page)
    const requests = await loadRequestRows(deps, request, page)
    return {
      pieces: writePage({ scope, offset, limit, requests, links }, format),
      nextHref: links.next?.href,
    }
  },
}

function linksOf(query: PageQuery, { hasMore, asOf }: RequestPage) {
  const { offset, limit } = query
  const linkTo = (from: number) => ({
    href: pageHref(query, { offset: from, asOf }),
    method: 'GET' as const,
  })
  return { self: linkTo(offset), ...(hasMore ? { next: linkTo(offset + limit) } : {}) }
}

async function loadRequestRows(
  { database, engine }: OnDemandDeps,
  { query: { groupName }, organization: { organizationId } }: OnDemandRequest<PageQuery>,
  { requests }: RequestPage,
): Promise<readonly RequestRows[]> {
  const merchantIds = [...new Set(requests.map(({ merchantId }) => merchantId))]
  const [records, groupNames] = await Promise.all([
    findRelatedRecords(engine, requests),
    groupName === undefined ? merchantGroups.findNames(database.db, { organizationId, merchantIds }) : undefined,
  ])
  return requests.flatMap((request, index) => {
    const own = records[index]
    const group = groupName ?? groupNames?.get(request.merchantId)
    return own === undefined ? [] : [rowsOfRequest(request, own, group)]
  })
}
