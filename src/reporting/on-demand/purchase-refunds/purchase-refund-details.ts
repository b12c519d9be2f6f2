import Type from 'typebox'
import { findGroupNames } from '../../../organizations/index.ts'
import { sparseTexts } from '../answers/contract.ts'
import type { Asking, OnDemandDeps, OnDemandReport } from '../answers/on-demand-report.ts'
import { findRelatedRecords } from '../answers/related-records.ts'
import { findPage, type RequestPage } from './purchase-refund-page.ts'
import { type AskedPage, PURCHASE_REFUND_QUERY, pageHref, readPage } from './purchase-refund-query.ts'
import { rowsOfRequest } from './purchase-refund-rows.ts'
import { PURCHASE_REFUND_SECTIONS, type RequestRows, writtenPage } from './purchase-refund-writing.ts'

const Link = Type.Object({ href: Type.String(), method: Type.Literal('GET') })

/** Payments and refunds that were sent to the processor, request by request, with all that became of them. */
export const PURCHASE_REFUND_DETAILS: OnDemandReport<AskedPage> = {
  name: 'purchase-refund-details',
  operationId: 'getPurchaseAndRefundDetails',
  summary: 'Purchase and refund details',
  description:
    'Payments and refunds sent to the processor, with their authorizations, fees, fundings and settlements. ' +
    'Rows with the same requestId belong together; offset and limit count requests. A record without a request id ' +
    'is listed under its record id. If there are more requests, _links.next and the Link header point to them.',
  query: PURCHASE_REFUND_QUERY,
  answered: Type.Object({
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
  formats: ['json', 'xml', 'csv'],
  read: readPage,
  answer: async (deps, asking) => {
    const { asked, by, format } = asking
    const page = await findPage(deps, by.merchantIds, asked)
    if (page === undefined) return undefined
    const { offset, limit } = asked
    const links = linksOf(asked, page)
    const requests = await toldOf(deps, asking, page)
    return {
      pieces: writtenPage({ by, offset, limit, requests, links }, format),
      nextHref: links.next?.href,
    }
  },
}

function linksOf(asked: AskedPage, { hasMore, asOf }: RequestPage) {
  const { offset, limit } = asked
  const linkTo = (from: number) => ({
    href: pageHref(asked, { offset: from, asOf }),
    method: 'GET' as const,
  })
  return { self: linkTo(offset), ...(hasMore ? { next: linkTo(offset + limit) } : {}) }
}

async function toldOf(
  { database, engine }: OnDemandDeps,
  { asked: { groupName }, organization: { organizationId } }: Asking<AskedPage>,
  { requests }: RequestPage,
): Promise<readonly RequestRows[]> {
  const merchantIds = [...new Set(requests.map(({ merchantId }) => merchantId))]
  const [records, groupNames] = await Promise.all([
    findRelatedRecords(engine, requests),
    groupName === undefined ? findGroupNames(database.db, { organizationId, merchantIds }) : undefined,
  ])
  return requests.flatMap((request, index) => {
    const own = records[index]
    const group = groupName ?? groupNames?.get(request.merchantId)
    return own === undefined ? [] : [rowsOfRequest(request, own, group)]
  })
}
