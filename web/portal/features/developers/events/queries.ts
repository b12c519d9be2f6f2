import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { EventList } from '../../../../../src/notifications/events/contract.ts'
import type { Api } from '../../../api/api.ts'
import type { Received } from '../../../api/exact-json.ts'

type EventPage = Received<Static<typeof EventList>>
export type ListedEvent = EventPage['events'][number]

export const eventsQuery = (api: Api, eventType: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [api.organizationId, 'events', eventType],
    queryFn: async ({ pageParam: before, signal }): Promise<EventPage> =>
      api.get<Static<typeof EventList>>('/notification-subscriptions/v2/events', {
        query: { eventType, before },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
