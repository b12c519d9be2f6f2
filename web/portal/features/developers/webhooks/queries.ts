import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { DeliveryListContract } from '../../../../../src/notifications/delivery-log/contract.ts'
import type {
  SigningKeyContract,
  TestContract,
  WebhookContract,
} from '../../../../../src/notifications/webhooks/contract.ts'
import { type Api, useApi } from '../../../api/api.ts'
import type { Received } from '../../../api/exact-json.ts'

export type Webhook = Received<Static<typeof WebhookContract>>
type DeliveryPage = Received<Static<typeof DeliveryListContract>>
export type Delivery = DeliveryPage['deliveries'][number]
export type DeliveryStatus = Delivery['status']
type SigningKey = Received<Static<typeof SigningKeyContract>>

const WEBHOOKS = '/notification-subscriptions/v2/webhooks'
const PAGE = 50
const pathOf = (webhookId: string) => `${WEBHOOKS}/${encodeURIComponent(webhookId)}`
const keyOf = (api: Api) => [api.organizationId, 'webhooks'] as const

export const webhooksQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(api),
    queryFn: ({ signal }) => api.get<Static<typeof WebhookContract>[]>(WEBHOOKS, { signal }),
  })

export const webhookQuery = (api: Api, webhookId: string) =>
  queryOptions({
    queryKey: [...keyOf(api), webhookId],
    queryFn: ({ signal }) => api.get<Static<typeof WebhookContract>>(pathOf(webhookId), { signal }),
  })

type Listed = { readonly webhookId: string; readonly status: DeliveryStatus | undefined }

export const deliveriesQuery = (api: Api, { webhookId, status }: Listed) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(api), webhookId, 'deliveries', status],
    queryFn: async ({ pageParam: offset, signal }): Promise<DeliveryPage> =>
      api.get<Static<typeof DeliveryListContract>>(`${pathOf(webhookId)}/deliveries`, {
        query: { status, offset, limit: PAGE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ totalDeliveries }, _, offset) => (offset + PAGE < totalDeliveries ? offset + PAGE : undefined),
    placeholderData: keepPreviousData,
  })

export type WebhookBody = {
  readonly name: string
  readonly webhookUrl: string
  readonly products: readonly { readonly productId: string; readonly eventTypes: readonly string[] }[]
  readonly notificationScope: 'SELF' | 'DESCENDANTS'
}

/** A new webhook, or a change of one. */
export function useSaveWebhook(webhookId: string | undefined) {
  const api = useApi()
  return useMutation({
    mutationFn: (body: WebhookBody) =>
      webhookId === undefined
        ? api.post<Static<typeof WebhookContract>>(WEBHOOKS, body)
        : api.patch<Static<typeof WebhookContract>>(pathOf(webhookId), body),
    onSettled: useRefresh(api),
  })
}

export function useSetStatus(webhookId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (status: 'ACTIVE' | 'INACTIVE') => api.put(`${pathOf(webhookId)}/status`, { status }),
    onSettled: useRefresh(api),
  })
}

export function useDeleteWebhook(webhookId: string) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete(pathOf(webhookId)),
    // The webhook's own page is left; it would ask for a deleted webhook.
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(api), exact: true }),
  })
}

export function useSendTest(webhookId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: () =>
      api.post<Static<typeof TestContract>>(
        `/notification-subscriptions/v1/webhooks/${encodeURIComponent(webhookId)}`,
        {},
      ),
  })
}

/** Sends a delivery again, whether it arrived or failed. */
export function useSendAgain(webhookId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (notificationId: string) =>
      api.post(`/nrtf/v1/webhooks/${encodeURIComponent(webhookId)}/replays`, {
        byTransactionTraceIdentifiers: [notificationId],
      }),
    onSettled: useRefresh(api),
  })
}

export function useCreateSigningKey() {
  const api = useApi()
  return useMutation({
    mutationFn: async (): Promise<SigningKey['keyInformation']> => {
      const body = { clientRequestAction: 'CREATE', keyInformation: { provider: 'nrtd', keyType: 'sharedSecret' } }
      return (await api.post<Static<typeof SigningKeyContract>>('/kms/egress/v2/keys-sym', body)).keyInformation
    },
  })
}

function useRefresh(api: Api) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(api) })
}
