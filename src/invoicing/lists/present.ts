import { setImmediate } from 'node:timers/promises'
import { exactNumber } from '../../kernel/exact-number.ts'
import { hasNoValue } from '../../kernel/reading/reading.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { Organization } from '../../organizations/pure.ts'
import { invoiceLinks } from '../invoices/invoice-links.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import { InvoiceListQueryContract } from './contract.ts'
import {
  type InvoiceListQuery,
  type InvoicePage,
  type ListedInvoice,
  nextOffset,
  previousOffset,
} from './invoice-list.ts'

const PATH = '/invoicing/v2/invoices'
const PART = 100
/** Parameters that a link to another page repeats. */
const CARRIED = Object.keys(InvoiceListQueryContract.properties).filter((name) => name !== 'offset' && name !== 'limit')

type ListRequest = {
  /** As it was sent. */
  readonly query: Readonly<Record<string, unknown>>
  readonly page: InvoiceListQuery
  readonly organization: Pick<Organization, 'type'>
  readonly at: Temporal.Instant
  readonly baseUrl: string
}

export async function presentInvoiceList(page: InvoicePage, request: ListRequest): Promise<object> {
  const { query, page: listQuery, at } = request
  const { totalInvoices, hasMore } = page
  const place = { ...listQuery, totalInvoices, hasMore }
  const linkTo = (offset: number | undefined) =>
    offset === undefined ? undefined : pageLink(query, { offset, limit: listQuery.limit })
  return {
    _links: {
      self: linkTo(listQuery.offset),
      next: linkTo(nextOffset(place)),
      previous: linkTo(previousOffset(place)),
    },
    submitTimeUtc: writtenInstant(at),
    totalInvoices,
    invoices: await presentInParts(page.invoices, request),
  }
}

/** Other requests are served between two parts. */
async function presentInParts(invoices: readonly ListedInvoice[], request: ListRequest): Promise<readonly object[]> {
  const presented: object[] = []
  for (const invoice of invoices) {
    presented.push(presentListedInvoice(invoice, request))
    if (presented.length % PART === 0) await setImmediate()
  }
  return presented
}

function pageLink(query: ListRequest['query'], { offset, limit }: Pick<InvoiceListQuery, 'offset' | 'limit'>): object {
  const carried = CARRIED.flatMap((name) => {
    return [query[name]].flat().flatMap((text) => {
      return typeof text === 'string' && text.trim() !== '' ? [`&${name}=${encodeURIComponent(text.trim())}`] : []
    })
  })
  return { href: `${PATH}?offset=${offset}&limit=${limit}${carried.join('')}`, method: 'GET' }
}

function presentListedInvoice(
  invoice: ListedInvoice,
  { query, organization, baseUrl }: ListRequest,
): Readonly<Record<string, unknown>> {
  const { organizationId, status, terms, companyName } = invoice
  const isOfSeveral = organization.type !== 'merchant'
  const isNamed = isOfSeveral || !hasNoValue(query['organizationId'])
  return {
    _links: invoiceLinks(invoice, isNamed ? organizationId : undefined),
    id: invoice.invoiceNumber,
    ...(isOfSeveral ? { organizationId } : {}),
    status,
    createdDate: writtenInstant(invoice.createdAt),
    customerInformation: {
      name: terms.customer.name,
      email: terms.customer.email,
      merchantCustomerId: invoice.merchantCustomerId,
      company: companyName === undefined ? undefined : { name: companyName },
    },
    invoiceInformation: {
      dueDate: invoice.dueOn.toString(),
      expirationDate: invoice.expiresOn?.toString(),
      deliveryLanguage: invoice.deliveryLanguage,
      paymentLink: status === 'DRAFT' ? undefined : paymentLinkOf(invoice, { baseUrl }),
    },
    orderInformation: {
      amountDetails: {
        totalAmount: exactNumber(invoice.total),
        currency: invoice.total.currency,
        balanceAmount: exactNumber(invoice.balance),
      },
    },
  }
}
