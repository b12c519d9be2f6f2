// pure

export const STATUSES = ['PENDING', 'RETRYING', 'QUEUED', 'DELIVERED', 'FAILED'] as const
type Status = (typeof STATUSES)[number]

/** The address of a webhook's page. */
type DeliverySearch = { readonly status?: Status; readonly selected?: string }

export function deliverySearch({ status, selected }: Readonly<Record<string, unknown>>): DeliverySearch {
  const known = STATUSES.find((one) => one === status)
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(typeof selected === 'string' && selected !== '' ? { selected } : {}),
  }
}
