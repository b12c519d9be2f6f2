import { useQuery } from '@tanstack/react-query'
import { type Api, useApi } from '../../api/api.ts'
import { calendarDateIn } from '../../format/dates.ts'
import { useOrganization } from '../../session/organization.ts'

/** An invoice that someone should look at. Amounts are text. */
export type AttentionInvoice = {
  readonly id: string
  /** Where the page shows the invoices of several merchants. */
  readonly merchantId?: string | undefined
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly dueDate: string
  readonly balanceAmount: string
  readonly currency: string
}

export type RefusedMail = AttentionInvoice & {
  readonly mailId: string
  readonly refusedAt: string
  readonly reason: string | null
  readonly to: string
}

type Attended<Invoice> = { readonly count: number; readonly invoices: readonly Invoice[] }

export type Attention = {
  /** The service's day in the organization's zone; a sandbox may have moved its clock. */
  readonly today: string
  readonly overdue: Attended<AttentionInvoice>
  readonly underReview: Attended<AttentionInvoice>
  /** A list of several merchants does not say what the mail server answered. */
  readonly refusedMails: Attended<AttentionInvoice | RefusedMail>
}

export function useAttention() {
  const api = useApi()
  const { type, timeZone } = useOrganization()
  return useQuery({
    queryKey: [api.organizationId, 'attention'],
    queryFn: ({ signal }) =>
      type === 'merchant'
        ? (api.get<Attention>('/portal/v1/attention', { signal }) as Promise<Attention>)
        : attentionOfMerchants(api, timeZone, signal),
  })
}

const SHOWN_MAX = 10
const OVERDUE = { overdue: true, sort: 'dueDate:asc' } as const
const UNDER_REVIEW = { status: 'PENDING' } as const
const UNDELIVERED = { undelivered: true } as const

/** A partner sees the invoices of all its merchants. */
async function attentionOfMerchants(api: Api, timeZone: string, signal: AbortSignal): Promise<Attention> {
  const [overdue, underReview, refusedMails] = await Promise.all(
    [OVERDUE, UNDER_REVIEW, UNDELIVERED].map(async (query) => {
      const [{ invoices, submitTimeUtc }, { count }] = await Promise.all([
        api.get<List>('/invoicing/v2/invoices', { query: { ...query, limit: SHOWN_MAX, includeTotal: false }, signal }),
        api.get<{ count: number }>('/portal/v1/invoice-list/sums', { query: { ...query, sort: undefined }, signal }),
      ])
      return { count, invoices: (invoices as List['invoices']).map(attentionOf), submitTimeUtc }
    }),
  )
  const nothing = { count: 0, invoices: [] }
  const today = calendarDateIn(overdue?.submitTimeUtc ?? new Date().toISOString(), timeZone)
  return {
    today,
    overdue: overdue ?? nothing,
    underReview: underReview ?? nothing,
    refusedMails: refusedMails ?? nothing,
  }
}

type List = {
  readonly submitTimeUtc: string
  readonly invoices: readonly {
    readonly id: string
    readonly organizationId?: string
    readonly customerInformation: { readonly name?: string; readonly email?: string }
    readonly invoiceInformation: { readonly dueDate: string }
    readonly orderInformation: { readonly amountDetails: { readonly balanceAmount: string; readonly currency: string } }
  }[]
}

function attentionOf(invoice: List['invoices'][number]): AttentionInvoice {
  const { customerInformation: customer, orderInformation } = invoice
  return {
    ...{ id: invoice.id, merchantId: invoice.organizationId, dueDate: invoice.invoiceInformation.dueDate },
    ...{ customerName: customer.name ?? null, customerEmail: customer.email ?? null },
    ...orderInformation.amountDetails,
  }
}
