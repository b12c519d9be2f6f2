import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PRODUCTS } from '../../../../../src/notifications/webhooks/products.ts'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { More } from '../../../ui/more.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/use-words.ts'
import { CodeBlock } from '../code-block.tsx'
import { DevelopersPage } from '../developers-page.tsx'
import { eventsQuery, type ListedEvent } from './queries.ts'

const FROM = '/o/$organizationId/developers/events'

/** Every event, whether a webhook subscribes to it or not. */
export function EventsPage() {
  const words = useWords('webhooks')
  const shell = useWords('shell')
  const { zone } = useFormat()
  const { type } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: FROM })
  const choose = (chosen: string) => void navigate({ search: chosen === '' ? {} : { type: chosen }, replace: true })
  return (
    <DevelopersPage section="events">
      <p className="quiet">{words.eventsIntro}</p>
      <div className="log-filters">
        <select
          className="compact-select"
          aria-label={words.event}
          value={type ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{words.anyEvent}</option>
          {PRODUCTS.map(({ productId, eventTypes }) => (
            <optgroup key={productId} label={words.products[productId]}>
              {eventTypes.map(({ eventName }) => (
                <option key={eventName}>{eventName}</option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <Events type={type} />
      <p className="zone quiet small">{shell.timesIn(zone)}</p>
    </DevelopersPage>
  )
}

function Events({ type }: { readonly type: string | undefined }) {
  const words = useWords('webhooks')
  const { selected } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: FROM })
  const list = useInfiniteQuery(eventsQuery(useApi(), type))
  if (list.isPending) return <SkeletonLines count={6} />
  if (list.isError) return <Failed title={words.failed} onRetry={list.refetch} />
  const events = list.data.pages.flatMap((page) => page.events)
  if (events.length === 0 && type !== undefined) return <Empty title={words.noEventFound} />
  if (events.length === 0) return <Empty title={words.noEvents}>{words.noEventsText}</Empty>
  const shown = events.find(({ eventId }) => eventId === selected)
  return (
    <>
      <EventTable events={events} isStale={list.isPlaceholderData} />
      <More list={list} label={words.more} />
      {shown !== undefined && (
        <EventDialog
          event={shown}
          onClose={() => void navigate({ search: type === undefined ? {} : { type }, replace: true })}
        />
      )}
    </>
  )
}

type TableProps = { readonly events: readonly ListedEvent[]; readonly isStale: boolean }

function EventTable({ events, isStale }: TableProps) {
  const words = useWords('webhooks')
  const format = useFormat()
  return (
    <table className="table facts-table" aria-label={words.events} aria-busy={isStale}>
      <thead>
        <tr>
          <th scope="col">{words.event}</th>
          <th scope="col">{words.subject}</th>
          <th scope="col">{words.time}</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ eventId, eventType, subject, eventDate }) => (
          <tr key={eventId}>
            <td className="main value">
              <Link
                from={FROM}
                to="."
                search={(before) => ({ ...before, selected: eventId })}
                replace
                className="row-link"
              >
                <code>{eventType}</code>
              </Link>
            </td>
            <td className="value">{subject}</td>
            <td className="nowrap">{format.instant(eventDate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function EventDialog({ event, onClose }: { readonly event: ListedEvent; readonly onClose: () => void }) {
  const words = useWords('webhooks')
  const shell = useWords('shell')
  const format = useFormat()
  const { eventType, subject, eventDate, data } = event
  return (
    <Dialog isOpen onClose={onClose} title={words.event} isWide>
      <div className="stack">
        <p className="value">
          <code>{eventType}</code>
        </p>
        <dl className="rows">
          <div className="fact">
            <dt>{words.subject}</dt>
            <dd>{subject}</dd>
          </div>
          <div className="fact">
            <dt>{words.time}</dt>
            <dd>{format.instant(eventDate)}</dd>
          </div>
        </dl>
        <CodeBlock title={words.facts} text={JSON.stringify(data)} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{shell.close}</Button>
      </DialogActions>
    </Dialog>
  )
}
